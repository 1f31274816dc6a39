"""The pages: the browser table as built into `static/` (or how to build it), and the API in words."""

import html
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from osteria.server.http.answers import refused
from osteria.server.modules import INDEX, Modules
from osteria.server.wire.endpoints import ENDPOINTS
from osteria.server.wire.messages import encode
from osteria.server.wire.refusal import Refusal

STATIC = Path(__file__).parents[1] / "static"
YEAR = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Osteria</title>
<h1>Osteria</h1>
<p>The house is open, but the table for the browser has not been built.
Run <code>./test --setup</code> in the checkout, or install the wheel: it brings the table along.</p>
<p>Meanwhile: <code>osteria table GAME</code> plays in the terminal, and <a href="/api">the API</a> is here.</p>
</html>
"""


ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""How the build compressed the files, the smallest first."""


class HashedFiles(StaticFiles):
    """Files whose names change with their content: kept by browsers for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, compressed where the browser takes it so."""
        response = await super().get_response(path, scope)
        if response.status_code != 200 or not isinstance(response, FileResponse):
            return response
        return _compressed(Path(response.path), Headers(scope=scope), YEAR)


def _compressed(file: Path, asked: Headers, cached: str) -> Response:
    """A file as the build compressed it, in the first way that the browser takes; else as it is."""
    headers, taken = {"Cache-Control": cached, "Vary": "Accept-Encoding"}, asked.get("accept-encoding", "")
    kind = guess_type(file.name)[0]
    for encoding, ending in ENCODINGS:
        packed = file.with_name(file.name + ending)
        if encoding in {word.split(";")[0].strip() for word in taken.split(",")} and packed.is_file():
            return FileResponse(packed, media_type=kind, headers=headers | {"Content-Encoding": encoding})
    return FileResponse(file, media_type=kind, headers=headers)


def page_routes(modules: Modules, static: Path = STATIC) -> list[BaseRoute]:
    """Routes of everything that is not the API."""
    routes: list[BaseRoute] = [Route("/api", _api_page), Route("/api/openapi.json", _openapi)]
    if (static / "assets").is_dir():
        routes.append(Mount("/assets", HashedFiles(directory=static / "assets")))

    async def module(request: Request) -> Response:
        file = modules.file(request.path_params["name"])
        if file is None:
            return refused(Refusal("request.unknown"))
        return _compressed(file, request.headers, "no-cache" if file.name == INDEX else YEAR)

    routes.append(Route("/modules/{name}", module))

    async def page(request: Request) -> Response:
        return _file(static, request.path_params.get("path", ""), request.headers)

    return [*routes, Route("/", page), Route("/t/{rest:path}", page), Route("/{path:path}", page)]


def _file(static: Path, path: str, asked: Headers) -> Response:
    """A file of the built page by its name; every other address is the page itself, which knows what to show."""
    if path.startswith(("api/", "ws/", "assets/")):
        return refused(Refusal("request.unknown"))
    wanted = static / path if path else static / "index.html"
    if path and wanted.is_file() and wanted.resolve().is_relative_to(static.resolve()):
        return _compressed(wanted, asked, "no-cache")
    if not (static / "index.html").is_file():
        return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    return _compressed(static / "index.html", asked, "no-cache")


async def _openapi(_request: Request) -> Response:
    return Response(_openapi_text(), media_type="application/json")


@cache
def _openapi_text() -> bytes:
    """SPEED: 12 ms to make, and it never changes."""
    from osteria.server.wire.schema import openapi

    return encode(openapi())


async def _api_page(_request: Request) -> Response:
    rows = "".join(
        f"<tr><td><code>{html.escape(e.method)}</code><td><code>{html.escape(e.path)}</code><td>{html.escape(e.summary)}"
        for e in ENDPOINTS
    )
    page = f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Osteria: the API</title>
<h1>The API of this house</h1>
<p>All of it, with every shape: <a href="/api/openapi.json">openapi.json</a>. Live tables: a WebSocket at
<code>/ws/tables/TABLE</code>.</p>
<table><tr><th>method<th>path<th>what it does{rows}</table>
</html>
"""
    return HTMLResponse(page)
