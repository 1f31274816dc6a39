"""Running a house: logs, sockets, signals."""

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import structlog
import uvicorn
from prometheus_client import start_http_server
from starlette.applications import Starlette
from uvicorn.loops.auto import auto_loop_factory

from osteria.core.errors import OsteriaError
from osteria.server import measures
from osteria.server.config import Config, address_and_port
from osteria.server.http.app import build
from osteria.server.http.doorway import guarded, room_for
from osteria.server.lines.direct import DirectProtocol
from osteria.server.pauses import few_collections, keep_pauses_short

Started = Callable[[str], Awaitable[None] | None]
SWITCH_SECONDS = 0.0005
"""SPEED: a commit gives up the interpreter's lock five times; with Python's 5 ms it would wait that long for each."""
log = structlog.get_logger()


def run(config: Config, started: Started | None = None) -> int:
    """Serves until SIGINT or SIGTERM; `started` is called with the house's address once it answers."""
    set_up_logs(config.log_level)
    room_for(config)  # or nothing else could be opened either
    sys.setswitchinterval(SWITCH_SECONDS)
    listening = _listen(config)
    try:
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, _metrics(config):
            return runner.run(_serve(config, listening, started))
    except KeyboardInterrupt:
        return 0
    finally:
        listening.close()


def set_up_logs(level: str) -> None:
    """JSON lines on standard error (colours for people at a terminal). Nothing secret is ever logged."""
    number = logging.getLevelNamesMapping()[level.upper()]
    is_person = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if is_person else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_Libraries()])


class _Libraries(logging.Handler):
    """What libraries warn of becomes a line like all others. What they put into their sentences is left out: it may be
    anybody's."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        is_error = record.levelno >= logging.ERROR
        tell = log.error if is_error else log.warning
        tell("library.trouble", library=record.name, why=str(record.msg), exc_info=record.exc_info)
        if is_error:
            measures.ERRORS.labels("library").inc()


def _note_uncaught(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An error that nobody caught: in a callback, in a protocol, in a task for which nobody waits. What a callback was given is
    left out, as it stands in the message."""
    why = "".join(context["message"].partition(" callback")[:2])
    task = context.get("task", context.get("future"))
    name = task.get_name() if isinstance(task, asyncio.Task) else None
    log.error("loop.failed", why=why, task=name, exc_info=context.get("exception"))
    measures.ERRORS.labels("loop").inc()


def _listen(config: Config) -> socket.socket:
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise OsteriaError(f"Cannot listen on {config.host} port {config.port}: {error}.") from None
    return listening


async def _serve(config: Config, listening: socket.socket, started: Started | None) -> int:
    asyncio.get_running_loop().set_exception_handler(_note_uncaught)
    app = build(config)
    await app.state.house.start()
    app.state.house.supervisor.keep("pauses", keep_pauses_short)
    with few_collections():
        return await _serve_open_house(app, config, listening, started)


async def _serve_open_house(app: Starlette, config: Config, listening: socket.socket, started: Started | None) -> int:
    try:
        server = _Server(_uvicorn_config(app, config))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        await _tell_started(f"http://{_host_name(config.host)}:{listening.getsockname()[1]}", started)
        await serving
    finally:
        await app.state.house.stop()
    return 0


def _uvicorn_config(app: Starlette, config: Config) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=guarded(config, app.state.limits),
        ws=DirectProtocol,
        ws_max_size=config.body_limit,
        ws_ping_interval=config.ping,
        ws_ping_timeout=config.ping,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=config.stop,
        forwarded_allow_ips=[str(network) for network in config.proxy_networks],
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
        lifespan="off",
    )


@contextlib.contextmanager
def _metrics(config: Config) -> Iterator[None]:
    """What Prometheus reads, on a thread and an address of its own; never where the house is open to others."""
    if not config.metrics:
        yield
        return
    host, port = address_and_port(config.metrics)
    try:
        server, thread = start_http_server(port, host)
    except OSError as error:
        if config.metrics != Config.metrics:
            raise OsteriaError(f"OSTERIA_METRICS: cannot listen on {config.metrics}: {error}.") from None
        log.warning("metrics.nowhere", address=config.metrics, error=str(error))
        yield
        return
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def _tell_started(address: str, started: Started | None) -> None:
    log.info("house.open", address=address)
    if started is not None and (later := started(address)) is not None:
        await later


class _Server(uvicorn.Server):
    """Ends gently on the first SIGINT or SIGTERM, and at once on the second; the process goes on after it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn's own would raise the signal again when it is done, before the house could write what waits."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def _host_name(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


__all__ = ["run", "set_up_logs"]
