"""Playing in the terminal.

* :mod:`engine.commands.terminal.table` the match as it stands, one step after the other;
* :mod:`engine.commands.terminal.saved` leaves it and comes back to it;
* :mod:`engine.commands.terminal.person` a person's side: prompts, play entry, undo, clock;
* :mod:`engine.commands.terminal.teacher` hints and warnings.

The engine's side is :mod:`engine.analysis.bot`; :mod:`engine.bots.levels` says how well it plays.
"""
