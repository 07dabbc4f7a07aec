"""Playing in the terminal.

* :mod:`engine.cli.terminal.table` the match as it stands, one step after the other;
* :mod:`engine.cli.terminal.saved` leaves it and comes back to it;
* :mod:`engine.cli.terminal.person` a person's side: prompts, play entry, undo, clock;
* :mod:`engine.cli.terminal.teacher` hints and warnings.

The engine's side is :mod:`engine.analysis.bot`; :mod:`engine.players.levels` says how well it
plays.
"""
