"""The engine over HTTP: wildbg's two routes, and versioned ones of its own.

* :mod:`engine.protocols.http.wildbg` ``/move`` and ``/eval``, as clients of wildbg expect them;
* :mod:`engine.protocols.http.routes` ``/v1``: plays, cube, evaluation, decision;
* :mod:`engine.protocols.http.streams` ``/v1``: rollouts and match analysis, with their progress;
* :mod:`engine.protocols.http.desk` the bounded queue that all work goes through;
* :mod:`engine.protocols.http.guard` and :mod:`engine.protocols.http.patience` what clients may not
  do: large bodies, slow requests, unread answers;
* :mod:`engine.protocols.http.app` and :mod:`engine.protocols.http.server` put it together.

It needs FastAPI and uvicorn, which the extra ``serve`` installs.
"""
