"""The part of GNU Backgammon's command line that tools script: ``gnubg -t -q -c FILE``.

A tool that runs GNU Backgammon with a file of commands and reads what it prints (AnkiGammon does)
can run the engine in its place.  Answers have the form of GNU Backgammon 1.07.001's; commands that
only change how it looks are accepted and ignored.

* :mod:`engine.serve.gnubg.session` the commands;
* :mod:`engine.serve.gnubg.hints` what ``hint`` prints;
* :mod:`engine.serve.gnubg.export` what ``export match text`` writes;
* :mod:`engine.serve.gnubg.program` the program and its arguments.
"""
