"""How a house is run: every setting with its default, from the environment (`OSTERIA_...`) and from flags."""

import ipaddress
import math
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from osteria.core.errors import OsteriaError

LEAST_SECRET = 32
DEAREST = 10
"""What the dearest thing costs that an address may ask for (a test compares it with all of them)."""
LOG_LEVELS = ("debug", "info", "warning", "error")
OURS = ("random", "novice", "regular", "maestro", "expert", "optimal")
"""Bots of this project; some need an extra."""
EVERYWHERE = "0.0.0.0/0,::/0"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def data_folder() -> Path:
    """Where this user's data live: `$XDG_DATA_HOME/osteria`, else `~/.local/share/osteria`."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "osteria"


@dataclass(frozen=True)
class Config:
    """Settings of a house. Each is also an environment variable: `OSTERIA_` and its name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = 8000
    """Port to listen on; 0 takes a free one."""
    data: str = ""
    """Folder for the database; empty: this user's data folder."""
    database: str = ""
    """`postgresql://user:password@host/name`, or `sqlite:///path`; empty: `house.sqlite3` in the data folder."""
    bus: str = ""
    """`nats://host:port`: news between processes travel by NATS; empty: by PostgreSQL itself."""
    secret: str = ""
    """Signs the links, at least 32 bytes; empty: made once and kept in the database."""
    metrics: str = "127.0.0.1:9464"
    """Address and port where Prometheus reads `/metrics`, never that of the house itself; empty: nowhere."""
    hosts: str = ""
    """Names by which this house may be called (`Host`), separated by commas; empty: any."""
    origins: str = ""
    """Other origins whose pages may talk to this house, separated by commas."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose `X-Forwarded-For` and `-Proto` are believed, separated by commas; `*`: anybody's."""
    push_services: str = ""
    """Push services besides the known ones, separated by commas: names (https, public addresses), or whole origins."""
    push_contact: str = ""
    """Whom push services may ask about this house: `mailto:` and an address, or an `https:` page; empty: the first of
    `hosts`."""
    workers: int = 1
    """Processes in which bots think."""
    bots: str = "random,search,novice,regular,maestro,expert,optimal"
    """Bots that may be seated, weakest first (those that this installation has)."""
    stand_in: str = "regular"
    """The bot that stands in for people."""
    think: float = 0.2
    """Seconds a bot may think about one decision."""
    playouts: int = 200
    """Games played on from each step of a finished game, to tell the chance to win; 0: that is not told."""
    modules: str = ""
    """Folder with what the page plays with when the house does not answer; empty: what the wheel carries, else made in the
    background."""
    pause_least: float = 0.8
    """Bots and stand-ins answer after a pause between this ..."""
    pause_most: float = 1.8
    """... and this many seconds, whatever their options are."""
    chair: float = 600.0
    """Seconds for which somebody was away before those present may open the chair, at a listed table."""
    body_limit: int = 16_384
    """Bytes of a request's body, and of a WebSocket frame from a client."""
    rate: str = "30/second;600/minute"
    """Requests and WebSocket messages per address, in the words of the `limits` library, at least 10 each (the dearest costs
    that); empty: no limit."""
    new_tables: str = "20/minute;200/hour"
    """Tables made per address; empty: no limit."""
    sockets: int = 64
    """Open WebSockets per address."""
    waits: int = 64
    """Requests of one address that wait for news at the same time."""
    connections: int = 10_000
    """Open connections in all; never more than the system's limit on open files allows."""
    ping: float = 5.0
    """Seconds between pings; a line that does not answer one is closed after as many again."""
    idle: float = 600.0
    """Seconds until a table that nobody looks at leaves the memory (never the database)."""
    keep: float = 0.0
    """Days that finished and abandoned tables are kept; 0: for ever."""
    stop: int = 5
    """Seconds a stopping house waits for its lines."""
    log_level: str = "info"
    """`debug`, `info`, `warning` or `error`."""

    def __post_init__(self) -> None:
        """Refuses what cannot be, in a sentence each."""
        for problem in _problems(self):
            raise OsteriaError(problem)

    @classmethod
    def from_environment(cls, **flags: Any) -> Self:
        """The settings of the environment; flags that are not None go before them, and what they replace need not be possible."""
        found = {f.name: _read(f.name, f.type) for f in fields(cls) if f"OSTERIA_{f.name.upper()}" in os.environ}
        return cls(**found | {name: value for name, value in flags.items() if value is not None})

    @property
    def folder(self) -> Path:
        """The data folder in use."""
        return Path(self.data).expanduser() if self.data else data_folder()

    @property
    def database_url(self) -> str:
        """The database in use."""
        return self.database or f"sqlite:///{self.folder / 'house.sqlite3'}"

    @cached_property
    def allowed_origins(self) -> frozenset[str]:
        """Origins besides the house's own."""
        return frozenset(part.rstrip("/") for part in split_list(self.origins))

    @cached_property
    def allowed_hosts(self) -> frozenset[str]:
        """Names by which the house may be called; empty: any."""
        return frozenset(name.lower() for name in split_list(self.hosts))

    @cached_property
    def proxy_networks(self) -> tuple[Network, ...]:
        """Where proxies are that are believed; `*` is everywhere. A house that listens on `::` knows an IPv4 address by its
        IPv6 name, which counts, too."""
        parts = split_list(self.proxies.replace("*", EVERYWHERE))
        found = [ipaddress.ip_network(part, strict=False) for part in parts]
        return (*found, *(_mapped(network) for network in found if isinstance(network, ipaddress.IPv4Network)))

    @property
    def levels(self) -> tuple[str, ...]:
        """Names of the bots that may be seated."""
        return split_list(self.bots)


def _read(name: str, kind: Any) -> Any:
    text = os.environ[f"OSTERIA_{name.upper()}"]
    try:
        return {"int": int, "float": float}.get(getattr(kind, "__name__", str(kind)), str)(text)
    except ValueError as error:
        raise OsteriaError(f"OSTERIA_{name.upper()} is not a number: {text!r}.") from error


def _mapped(network: ipaddress.IPv4Network) -> ipaddress.IPv6Network:
    """A network by the IPv6 names of its addresses."""
    return ipaddress.IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}")


def split_list(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def address_and_port(text: str) -> tuple[str, int]:
    """`127.0.0.1:9464` or `[::1]:9464` as its two parts."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError(text)
    return host.strip("[]"), int(port)


HOST_NAME = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")
"""What browsers send as `Host`: a name in its plain letters or an address, never a scheme, a path or a pattern."""
AT_LEAST: dict[str, float] = {
    "port": 0, "workers": 1, "think": 0.01, "playouts": 0, "pause_least": 0, "pause_most": 0, "chair": 1, "body_limit": 1_024,
    "sockets": 1, "waits": 1, "connections": 10, "ping": 1, "idle": 1, "keep": 0, "stop": 0,
}  # fmt: skip
AT_MOST: dict[str, float] = {"port": 65_535, "workers": 256, "think": 60, "pause_most": 60, "ping": 3_600}


def _problems(config: Config) -> Iterator[str]:
    """A sentence for each setting that cannot be."""
    for name, least in AT_LEAST.items():
        value = getattr(config, name)
        most = AT_MOST.get(name, math.inf)
        if not least <= value <= most:
            bound = f"at least {least:g}" if value < least else f"at most {most:g}"
            yield f"OSTERIA_{name.upper()} is {bound}, not {value}."
    if config.pause_least > config.pause_most:
        yield "OSTERIA_PAUSE_LEAST is not longer than OSTERIA_PAUSE_MOST."
    if config.secret and len(config.secret.encode()) < LEAST_SECRET:
        yield f"OSTERIA_SECRET has at least {LEAST_SECRET} bytes, or links could be made up; leave it out to have one made."
    if config.log_level not in LOG_LEVELS:
        yield f"OSTERIA_LOG_LEVEL is {', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}, not {config.log_level!r}."
    yield from _problems_of_rates(config)
    yield from _problems_of_addresses(config)
    yield from _problems_of_bots(config)


def _problems_of_rates(config: Config) -> Iterator[str]:
    """A rate whose amount is less than what one thing costs would refuse it for ever, and say when to come back."""
    from limits import parse_many

    for name, least in (("rate", DEAREST), ("new_tables", 1)):
        text = getattr(config, name)
        try:
            amounts = [rate.amount for rate in parse_many(text)] if text else []
        except ValueError:
            yield f"OSTERIA_{name.upper()} is like 30/second;600/minute, not {text!r}."
        else:
            if min(amounts, default=least) < least:
                yield f"OSTERIA_{name.upper()} allows at least {least} at once, or something could never be done; not {text!r}."


def _problems_of_addresses(config: Config) -> Iterator[str]:
    if not config.host.strip():
        yield "OSTERIA_HOST is an address to listen on, such as 127.0.0.1, or 0.0.0.0 for all of this machine's."
    try:
        host, port = address_and_port(config.metrics or "127.0.0.1:0")
    except ValueError:
        yield f"OSTERIA_METRICS is an address and a port such as 127.0.0.1:9464, not {config.metrics!r}."
    else:
        if port and port == config.port and _is_same_address(host, config.host):
            yield f"OSTERIA_METRICS is {config.metrics}, where the house itself listens: give it another port."
    for name in split_list(config.hosts):
        if not HOST_NAME.fullmatch(name):
            yield f"OSTERIA_HOSTS are names such as example.org, [::1] or example.org:8000, not {name!r}."
    if config.bus and not config.bus.startswith(("nats://", "tls://")):
        yield f"OSTERIA_BUS is nats://host:port, not {config.bus!r}."
    if config.bus and not config.database.startswith("postgres"):
        yield "OSTERIA_BUS joins several processes; those need PostgreSQL (OSTERIA_DATABASE), not SQLite."
    for origin in config.allowed_origins:
        if not re.fullmatch(r"https?://[^/\s]+", origin):
            yield f"OSTERIA_ORIGINS are like https://example.org, not {origin!r}."
    for service in split_list(config.push_services):
        if not re.fullmatch(r"https?://[^/\s]+/?|[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}", service):
            yield f"OSTERIA_PUSH_SERVICES are like push.example.org or https://push.example.org, not {service!r}."
    if config.push_contact and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+\.[^@\s]+|https://\S+", config.push_contact):
        yield f"OSTERIA_PUSH_CONTACT is like mailto:me@example.org or https://example.org, not {config.push_contact!r}."
    for proxy in split_list(config.proxies):
        if proxy != "*" and not _is_network(proxy):
            yield f"OSTERIA_PROXIES are addresses or networks such as 10.0.0.0/8, not {proxy!r}."


def _is_same_address(one: str, other: str) -> bool:
    """Whether two sockets cannot listen on the same port of these; every address is among a machine's all."""
    pair = {"127.0.0.1" if name.lower() == "localhost" else name.lower() for name in (one, other)}
    return len(pair) == 1 or bool(pair & {"0.0.0.0", "::"})


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _problems_of_bots(config: Config) -> Iterator[str]:
    """Bots that this installation lacks are left out; one that nobody knows is a slip of the pen."""
    from osteria.bots import known

    there = known()
    if unknown := [level for level in config.levels if level not in there and level not in OURS]:
        yield f"OSTERIA_BOTS names {', '.join(unknown)}; this installation has {', '.join(sorted(there))}."
    if config.stand_in not in config.levels:
        yield f"OSTERIA_STAND_IN is one of OSTERIA_BOTS ({config.bots}), not {config.stand_in!r}."
