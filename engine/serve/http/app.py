"""The application: all routes, and one form for every error: ``{"message": "..."}``."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from engine import __version__
from engine.serve.http import routes, streams, wildbg
from engine.serve.http.desk import Refused
from engine.serve.http.guard import Guard
from engine.serve.http.page import page_of
from engine.serve.http.service import Service

DESCRIPTION = (
    "A backgammon engine. `/move` and `/eval` are those of wildbg; `/v1` is the engine's own. "
    'Errors are `{"message": "..."}` with status 400; under load 429 or 503: try again later.'
)


def app_of(service: Service) -> FastAPI:
    """Return the application."""
    app = FastAPI(
        title="Chaquete",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Guard, limits=service.limits)
    app.include_router(wildbg.router_of(service))
    app.include_router(routes.router_of(service))
    app.include_router(streams.router_of(service))
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(ValueError, _bad_request)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)

    async def described() -> dict[str, Any]:
        return app.openapi()

    async def page() -> str:
        return page_of(app.openapi())

    app.add_api_route("/api-docs/openapi.json", described, include_in_schema=False)
    for path in ("/", "/docs", "/swagger-ui"):
        app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=False)
    return app


async def _bad_request(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"message": f"{where}: {first['msg']}".lstrip(": ")}, 400)
    return JSONResponse({"message": " ".join(str(error).split())}, 400)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    status = error.status if isinstance(error, Refused) else 503
    return JSONResponse({"message": str(error)}, status, {"Retry-After": "1"})


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"message": str(error.detail)}, error.status_code, error.headers)
