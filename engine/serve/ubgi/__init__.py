"""The Universal Backgammon Interface: lines over standard input and output.

Spoken is version 0.1 as github.com/bungogood/bgci documents it (docs/ubgi-v0.1-spec.md), and with
it the ``set``, ``get``, ``keys`` and ``go chequer`` of its version 0.2, and the bare XGID and FIBS
lines of Øystein Schønning-Johansen's draft 0.01.  Plays are spelled step by step with ``bar`` and
``off``, which all three accept.

* :mod:`engine.serve.ubgi.context` what the commands have said about the game;
* :mod:`engine.serve.ubgi.options` what can be set;
* :mod:`engine.serve.ubgi.thinking` the search, deeper and deeper until it is stopped;
* :mod:`engine.serve.ubgi.session` the commands.
"""
