"""How other programs talk to the engine: thin layers on :mod:`engine.analysis`.

* :mod:`engine.serve.gnubg.external` GNU Backgammon's external player, over TCP or a Unix socket;
* :mod:`engine.serve.ubgi` the Universal Backgammon Interface, over standard input and output;
* :mod:`engine.serve.http` wildbg's HTTP interface and the engine's own;
* :mod:`engine.serve.gnubg` the part of GNU Backgammon's command line that tools script;
* :mod:`engine.serve.openspiel` a bot for OpenSpiel.

Whatever a client sends is answered or refused in its own protocol; nothing it sends stops a
server.
"""
