"""The public HTTP server: page, REST, WebSocket."""

import asyncio
import ssl
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from riverbus.core.errors import ErrorKind, RoomError
from services.gateway.adapters.openapi import document
from services.gateway.adapters.origins import Origins
from services.gateway.adapters.pages import Pages, security_headers
from services.gateway.adapters.rest import MAX_BODY_BYTES, Rest, errors_as_json
from services.gateway.adapters.socket import Sockets

BACKLOG = 1_024


class PublicServer:
    """Binds, serves, stops."""

    def __init__(
        self,
        rest: Rest,
        sockets: Sockets,
        pages: Pages,
        origins: Origins,
        listen: str,
        port_file: str,
        tls: tuple[str, str],
    ) -> None:
        self._listen = listen
        self._port_file = port_file
        self._tls = tls
        self._runner: web.AppRunner | None = None
        self.port = 0
        self.application = web.Application(
            middlewares=[errors_as_json], client_max_size=MAX_BODY_BYTES
        )
        openapi = msgspec.json.encode(document(rest.routes))

        async def serve_openapi(_: web.Request) -> web.Response:
            return web.Response(body=openapi, content_type="application/json")

        self.application.router.add_get("/api/openapi.json", serve_openapi)
        rest.add_to(self.application)
        self.application.router.add_get("/ws", sockets.serve)
        pages.add_to(self.application)
        self.application.on_response_prepare.append(security_headers(pages, origins))

    @property
    def url(self) -> str:
        """Where it listens, once started."""
        host = urlsplit(f"//{self._listen}").hostname or "127.0.0.1"
        return f"{'https' if self._tls[0] else 'http'}://{host}:{self.port}"

    async def start(self) -> None:
        """Raises RoomError `port_taken` with what to do."""
        context = None
        if self._tls[0]:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            await asyncio.to_thread(context.load_cert_chain, *self._tls)
        self._runner = web.AppRunner(self.application, access_log=None, shutdown_timeout=5.0)
        await self._runner.setup()
        host, _, port = self._listen.rpartition(":")
        site = web.TCPSite(
            self._runner, host.strip("[]"), int(port), ssl_context=context, backlog=BACKLOG
        )
        try:
            await site.start()
        except OSError as error:
            raise RoomError(
                f"Cannot listen on {self._listen}: {error.strerror}. "
                "Choose another address with RIVERBUS_PUBLIC_LISTEN.",
                code="port_taken",
                kind=ErrorKind.UNAVAILABLE,
            ) from error
        self.port = self._runner.addresses[0][1]
        if self._port_file:
            await asyncio.to_thread(_write, Path(self._port_file), {"public": self.url})

    async def stop(self) -> None:
        """Close the port and what is open."""
        if self._runner is not None:
            await self._runner.cleanup()


def _write(path: Path, content: dict[str, str]) -> None:
    scratch = path.with_suffix(".new")
    scratch.write_bytes(msgspec.json.encode(content))
    scratch.replace(path)
