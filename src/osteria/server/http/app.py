"""The ASGI application: routes, and what holds for every request."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from osteria.server import measures
from osteria.server.config import Config
from osteria.server.due import open_due_forever
from osteria.server.house import House
from osteria.server.http.answers import refused
from osteria.server.http.api import HANDLERS
from osteria.server.http.call import Call
from osteria.server.http.pages import page_routes
from osteria.server.http.shields import Fail, Shields, is_own_host, is_own_origin
from osteria.server.lines.serve import serve_line
from osteria.server.operating import Operating
from osteria.server.people.limits import Limits
from osteria.server.wire.endpoints import ENDPOINTS, Endpoint
from osteria.server.wire.messages import encode
from osteria.server.wire.refusal import Refusal

LINES = "/ws/tables/"
"""Where the lines of tables are; what follows is the table's id."""
READY_SECONDS = 1.0
"""How long `/readyz` believes that the database can be written."""
Answerer = Callable[[Request], Awaitable[Response]]
log = structlog.get_logger()


def build(config: Config) -> Starlette:
    """The application of one server process. Whoever runs it without a lifespan starts and stops `app.state.house`."""
    house, limits = House(config), Limits(config)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.stop()

    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    routes = [
        *(_route(house, limits, path, found) for path, found in by_path.items()),
        Route("/healthz", _healthy),
        Route("/readyz", _readiness(house)),
        *page_routes(house.modules),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _unknown})
    app.state.house = house
    app.state.limits = limits
    operating = Operating(house, limits)
    house.more_work = [
        ("operators", operating.read_forever),
        ("keeper", operating.forget_forever),
        ("days", partial(open_due_forever, house)),
        ("modules", house.modules.make),
    ]
    app.add_middleware(Shields, config=config, limits=limits, fail=_failure(house), lines=_lines(house, limits))
    return app


def _route(house: House, limits: Limits, path: str, endpoints: list[Endpoint]) -> Route:
    """One path; its methods are endpoints of their own."""
    by_method = {endpoint.method: endpoint for endpoint in endpoints}

    async def answer(request: Request) -> Response:
        endpoint = by_method.get("GET" if request.method == "HEAD" else request.method)  # type: ignore[call-overload]
        if endpoint is None:
            return refused(Refusal("request.method"))
        return await _answer(house, limits, endpoint, request)

    return Route(path, answer, methods=["GET", "POST", "PUT", "PATCH", "DELETE"])


async def _answer(house: House, limits: Limits, endpoint: Endpoint, request: Request) -> Response:
    address = address_of(request)
    started = time.monotonic()
    try:
        limits.count(address, endpoint.cost)
        if not house.is_ready:
            raise Refusal("house.stopping")
        body = await _body(endpoint, request, max(house.config.body_limit, endpoint.largest))
        found = await HANDLERS[endpoint.name](Call(house, limits, request, address, body))
        response = found if isinstance(found, Response) else Response(encode(found), media_type="application/json")
    except Refusal as refusal:
        response = refused(refusal)
    except ClientDisconnect:
        return Response(status_code=400)
    response.headers["Cache-Control"] = "no-store"
    took = round((time.monotonic() - started) * 1000, 1)
    log.debug("request", endpoint=endpoint.name, status=response.status_code, ms=took)
    return response


async def _body(endpoint: Endpoint, request: Request, most: int) -> Any:
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("request.malformed", "The body is JSON: Content-Type: application/json.")
    received = bytearray()
    async for chunk in request.stream():
        received += chunk
        if len(received) > most:
            raise Refusal("request.too-large")
    try:
        return msgspec.json.decode(bytes(received), type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusal("request.malformed", str(error)) from None


def address_of(request: Request | WebSocket) -> str:
    """Whose limits count: the client's address (behind a trusted proxy, the one the proxy names)."""
    return request.client.host if request.client else "unknown"


def _lines(house: House, limits: Limits) -> ASGIApp:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        socket, table = WebSocket(scope, receive, send), scope["path"].removeprefix(LINES)
        is_known = table and "/" not in table  # a path that begins otherwise has kept its first one
        if is_known and is_own_origin(socket.headers, house.config) and is_own_host(socket.headers, house.config):
            await serve_line(socket, table, house, limits, address_of(socket))
        else:
            await socket.close(1008)

    return answer


async def _healthy(_request: Request) -> Response:
    return PlainTextResponse("alive\n")


def _readiness(house: House) -> Answerer:
    """Ready: everything that works in the background does, and the database takes what is written."""
    tried: list[Any] = [0.0, ""]

    async def answer(_request: Request) -> Response:
        if time.monotonic() - tried[0] > READY_SECONDS:
            tried[:] = time.monotonic(), await house.database.trouble()
            if tried[1]:
                log.error("database.trouble", why=tried[1])
                measures.DATABASE_ERRORS.inc()
        troubles = house.troubles() + [trouble for trouble in (tried[1],) if trouble]
        if not house.is_ready:
            troubles.append("the house is not open")
        text = "\n".join(f"not ready: {trouble}" for trouble in troubles) or "ready"
        return PlainTextResponse(text + "\n", status_code=503 if troubles else 200)

    return answer


async def _unknown(_request: Request, error: Exception) -> Response:
    is_method = isinstance(error, HTTPException) and error.status_code == 405
    return refused(Refusal("request.method" if is_method else "request.unknown"))


def _failure(house: House) -> Fail:
    """Nobody expected it: the log has all of it, but nothing secret (keys come in headers and bodies, never in paths)."""

    def answer(scope: Scope, error: Exception) -> Response:
        table = scope.get("path_params", {}).get("table")
        told = {"method": scope["method"], "path": scope["path"], "table": table, "seq": house.seq_of(table)}
        log.error("request.failed", **told, exc_info=error)
        measures.ERRORS.labels("request").inc()
        return refused(Refusal("house.trouble"))

    return answer
