"""One place that answers every question about a position.

:class:`engine.analysis.analyser.Analyser` ranks plays, gives cube verdicts and decides; all routes
to the engine (command line, protocols) are thin layers on top of it.
:mod:`engine.analysis.data` and :mod:`engine.analysis.report` turn its results into plain data and
into text for people; :mod:`engine.analysis.bot` lets it play whole games.  Programs find all of it
in the package itself: ``import engine``.
"""
