"""Where a request comes from: the address behind trusted proxies, and the origin of the page."""

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from aiohttp import web

from services.gateway.domain.errors import ForeignOrigin

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Origins:
    """Judges requests by configuration."""

    def __init__(self, public_origins: Sequence[str], trusted_proxies: Sequence[str]) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in public_origins)
        self._proxies: list[Network] = [
            ipaddress.ip_network(network, strict=False) for network in trusted_proxies
        ]

    def address(self, request: web.Request) -> str:
        """The client's address: the peer's, or what the nearest trusted proxy says it was."""
        address = request.remote or ""
        if not self._trusted(address):
            return address
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
        for hop in reversed([part.strip() for part in forwarded if part.strip()]):
            address = hop
            if not self._trusted(hop):
                break
        return address[:64]

    def rate_key(self, request: web.Request) -> str:
        """What anonymous requests are counted by: an IPv4 address, or an IPv6 /64."""
        address = self.address(request)
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return address
        if parsed.version == 6:
            return str(ipaddress.ip_network(f"{address}/64", strict=False).network_address)
        return address

    def secure(self, request: web.Request) -> bool:
        """Whether the client's side is TLS."""
        if self._trusted(request.remote or ""):
            return request.headers.get("X-Forwarded-Proto", request.scheme).lower() == "https"
        return request.scheme == "https"

    def own(self, request: web.Request, origin: str) -> bool:
        """Whether a page of this origin is ours."""
        if origin.rstrip("/").lower() in self._allowed:
            return True
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https"):
            return False
        return parts.netloc.lower() == (request.host or "").lower()

    def check(self, request: web.Request, *, by_cookie: bool) -> None:
        """Raises ForeignOrigin where another site's page may be behind a changing request.

        A browser sends Origin with these; without it a cookie counts only if the browser says that
        the request is the page's own.
        """
        if request.method in SAFE_METHODS and "Upgrade" not in request.headers:
            return
        origin = request.headers.get("Origin")
        if origin is not None:
            if not self.own(request, origin):
                raise ForeignOrigin
        elif by_cookie and request.headers.get("Sec-Fetch-Site") not in ("same-origin", "none"):
            raise ForeignOrigin("A request by cookie must name its origin.")

    def _trusted(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._proxies)
