"""What every answer carries and every request must pass: whose page is asking, under which name, how often."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from osteria.server.config import Config
from osteria.server.http.answers import refused
from osteria.server.people.limits import REQUEST, Limits
from osteria.server.wire.refusal import Refusal

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_PATH, MOST_QUERY = 200, 1_000
"""Letters of a path and of what is asked in it: nothing here has longer ones, and a query costs whoever reads it."""
PROBES = frozenset({"/healthz", "/readyz"})
"""Asked by whoever watches the process, at an address of the machine that is none of the house's names; they tell no secret."""
Fail = Callable[[Scope, Exception], Response]
"""Logs an error that nobody expected, and makes the answer to who asked."""


def is_own_origin(headers: Mapping[str, str], config: Config) -> bool:
    """Whether a request comes from no page at all, from a page of this house, or from one that is allowed."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin.partition("://")[2] == headers.get("host") or origin in config.allowed_origins


def is_own_host(headers: Mapping[str, str], config: Config) -> bool:
    """Whether the house is called by one of its names: a name that leads here by a trick (DNS rebinding) is none."""
    host = headers.get("host", "").lower()
    return not config.allowed_hosts or host in config.allowed_hosts or _without_port(host) in config.allowed_hosts


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if name and port.isdecimal() else host


def cross_origin(headers: Mapping[str, str], config: Config) -> dict[str, str]:
    """What an allowed page of another site needs to be let through by its browser (CORS)."""
    origin = headers.get("origin")
    if origin not in config.allowed_origins:
        return {}
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
        "Access-Control-Max-Age": "600",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Vary": "Origin",
    }


class Shields:
    """Refuses requests of other sites' pages and of strange names, counts all, and puts the headers on every answer.

    Whatever is logged on the way names the request, an error that nobody expected too.
    """

    def __init__(self, app: ASGIApp, config: Config, limits: Limits, fail: Fail, lines: ASGIApp) -> None:
        self._app, self._config, self._limits, self._fail = app, config, limits, fail
        self._lines = lines
        """Whatever opens a WebSocket. SPEED: a line that goes through the routes keeps a dozen of their calls for its life."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one line."""
        if scope["type"] == "websocket" and not self._may_open(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        name = secrets.token_hex(4)
        with structlog.contextvars.bound_contextvars(request=name):
            answer = self._lines if scope["type"] == "websocket" else partial(self._answer, name)
            await answer(scope, receive, send)

    async def _answer(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers, is_begun = Headers(scope=scope), False
        carried = {**HEADERS, **cross_origin(headers, self._config), "X-Request-Id": name}

        async def send_shielded(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                own = MutableHeaders(scope=message)
                for header, value in carried.items():
                    own.setdefault(header, value)
            await send(message)

        try:
            answer = self._answer_at_once(scope, headers) or self._app
            await answer(scope, receive, send_shielded)
        except Exception as error:
            failed = self._fail(scope, error)
            if is_begun:
                raise  # half an answer is out: the server cuts the connection
            await failed(scope, receive, send_shielded)

    def _answer_at_once(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to whatever gets no further than this."""
        try:
            self._check(scope, headers)
        except Refusal as refusal:
            return refused(refusal)
        is_preflight = scope["method"] == "OPTIONS" and "access-control-request-method" in headers
        return Response(status_code=204) if is_preflight and headers.get("origin") else None

    def _check(self, scope: Scope, headers: Headers) -> None:
        self._count(scope)  # first: what is refused costs nearly as much
        if scope["path"] not in PROBES and not is_own_host(headers, self._config):
            raise Refusal("request.origin", "This house is not called by that name.")
        if scope["method"] not in ("GET", "HEAD") and not is_own_origin(headers, self._config):
            raise Refusal("request.origin")
        if len(scope["path"]) > MOST_PATH:
            raise Refusal("request.unknown")
        if len(scope["query_string"]) > MOST_QUERY:
            raise Refusal("request.malformed", f"A query has at most {MOST_QUERY} letters.")

    def _may_open(self, scope: Scope) -> bool:
        """Whether an address may open a WebSocket: one that is refused, for its origin or its path, counts like any request."""
        try:
            self._count(scope)
        except Refusal:
            return False
        return True

    def _count(self, scope: Scope) -> None:
        self._limits.count(scope["client"][0] if scope.get("client") else "unknown", REQUEST)
