"""The engine over HTTP: wildbg's two routes, and versioned ones of its own.

* :mod:`engine.serve.http.wildbg` ``/move`` and ``/eval``, as clients of wildbg expect them;
* :mod:`engine.serve.http.routes` ``/v1``: plays, cube, evaluation, decision;
* :mod:`engine.serve.http.streams` ``/v1``: rollouts and match analysis, with their progress;
* :mod:`engine.serve.http.desk` the bounded queue that all work goes through;
* :mod:`engine.serve.http.guard` and :mod:`engine.serve.http.patience` what clients may not
  do: large bodies, slow requests, unread answers;
* :mod:`engine.serve.http.app` and :mod:`engine.serve.http.server` put it together.

It needs FastAPI and uvicorn, which the extra ``serve`` installs.
"""
