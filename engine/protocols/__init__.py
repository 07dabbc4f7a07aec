"""How other programs talk to the engine: thin layers on :mod:`engine.analysis`.

* :mod:`engine.protocols.external` GNU Backgammon's external player, over TCP or a Unix socket;
* :mod:`engine.protocols.ubgi` the Universal Backgammon Interface, over standard input and output;
* :mod:`engine.protocols.http` wildbg's HTTP interface and the engine's own;
* :mod:`engine.protocols.gnubg_text` the part of GNU Backgammon's command line that tools script;
* :mod:`engine.protocols.openspiel` a bot for OpenSpiel.

Whatever a client sends is answered or refused in its own protocol; nothing it sends stops a
server.
"""
