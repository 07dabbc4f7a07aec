"""The OpenAPI description as one page that loads nothing from anywhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
code, pre { background: #8881; border-radius: 4px; padding: 0 .3em }
pre { padding: .6em; overflow-x: auto } h2 { margin-top: 2em } td { padding-right: 1em }
td { vertical-align: top }
:root { color-scheme: light dark }
"""


def page_of(schema: dict[str, Any]) -> str:
    """Return the page for an OpenAPI ``schema``."""
    info = schema["info"]
    sections = [
        _section(path, method, route, schema)
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
    ]
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(info['title'])}</title><style>{_STYLE}</style>"
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{_text(info['description'])}</p>"
        "<p>For programs: <a href='/openapi.json'>openapi.json</a></p>"
        f"{''.join(sections)}</html>"
    )


def _section(path: str, method: str, route: dict[str, Any], schema: dict[str, Any]) -> str:
    parts = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>",
        f"<p>{_text(route.get('description', route.get('summary', '')))}</p>",
    ]
    if names := [parameter["name"] for parameter in route.get("parameters", [])]:
        parts.append(f"<p>Query: {' '.join(f'<code>{escape(name)}</code>' for name in names)}</p>")
    if body := route.get("requestBody"):
        model = _model(next(iter(body["content"].values()))["schema"], schema)
        parts.append(f"<p>{_text(model.get('description', ''))}</p>")
        parts.append(f"<table>{''.join(_rows(model))}</table>")
        parts.append(f"<pre>{escape(_call(path, model))}</pre>")
    return "".join(parts)


def _model(reference: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = reference["$ref"].rpartition("/")[2]
    model: dict[str, Any] = schema["components"]["schemas"][name]
    return model


def _rows(model: dict[str, Any]) -> list[str]:
    needed = model.get("required", [])
    return [
        f"<tr><td><code>{escape(name)}</code></td>"
        f"<td>{'needed' if name in needed else 'optional'}</td>"
        f"<td>{_text(field.get('description', ''))}</td></tr>"
        for name, field in model["properties"].items()
    ]


def _call(path: str, model: dict[str, Any]) -> str:
    """Return a command that asks, with the fields that have examples."""
    fields = {
        name: field["examples"][0]
        for name, field in model["properties"].items()
        if "examples" in field
    }
    return f"curl -s http://127.0.0.1:8080{path} --json '{json.dumps(fields)}'"


def _text(text: str) -> str:
    """Return text whose `code` is marked."""
    pieces = escape(text, quote=False).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(pieces))
