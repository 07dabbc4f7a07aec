"""The part of GNU Backgammon's command line that tools script: ``gnubg -t -q -c FILE``.

A tool that runs GNU Backgammon with a file of commands and reads what it prints (AnkiGammon does)
can run the engine in its place.  Answers have the form of GNU Backgammon 1.07.001's; commands that
only change how it looks are accepted and ignored.

* :mod:`engine.protocols.gnubg_text.session` the commands;
* :mod:`engine.protocols.gnubg_text.hints` what ``hint`` prints;
* :mod:`engine.protocols.gnubg_text.export` what ``export match text`` writes;
* :mod:`engine.protocols.gnubg_text.program` the program and its arguments.
"""
