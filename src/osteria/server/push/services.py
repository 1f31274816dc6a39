"""Where the house pushes to: the known push services, and what an operator adds. Nothing else that a client names is called.

An endpoint is a URL that a stranger chose. So it is https, its name is one of a list, and the addresses that this name has
when the house connects are public ones: a push never reaches into the network that the house stands in.
"""

import ipaddress
from urllib.parse import urlsplit

from osteria.server.config import Config, split_list

KNOWN = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
"""Push services of the browsers there are; names below them count, too."""
EMBEDDED = tuple(ipaddress.ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
"""Addresses of IPv6 that stand for one of IPv4, which may be anything."""


class Services:
    """The services that one house pushes to."""

    def __init__(self, config: Config) -> None:
        added = split_list(config.push_services)
        self._names = (*KNOWN, *(entry.lower() for entry in added if "://" not in entry))
        self._origins = {entry.rstrip("/").lower() for entry in added if "://" in entry}

    def allows(self, endpoint: str) -> bool:
        """Whether the house pushes to a URL: https to one of the names, or an origin that the operator wrote out."""
        try:
            url = urlsplit(endpoint)
            port = url.port
        except ValueError:
            return False
        host = (url.hostname or "").rstrip(".")
        if not host or url.username is not None or url.password is not None or not endpoint.isascii():
            return False
        if origin_of(endpoint) in self._origins:
            return True
        is_named = any(host == name or host.endswith(f".{name}") for name in self._names)
        return url.scheme == "https" and port in (None, 443) and is_named

    @property
    def trusted(self) -> frozenset[str]:
        """Hosts of origins that the operator wrote out: their addresses are the operator's business."""
        return frozenset(urlsplit(origin).hostname or "" for origin in self._origins)


def origin_of(endpoint: str) -> str:
    """Scheme, host and port of a URL."""
    url = urlsplit(endpoint)
    return f"{url.scheme}://{url.netloc}".lower()


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, and not of this machine, its network or some other special use."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in network for network in EMBEDDED):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved
