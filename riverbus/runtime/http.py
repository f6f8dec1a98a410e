"""The small HTTP server beside every service: /metrics, /livez (no dependencies), /readyz."""

from collections.abc import Callable

from aiohttp import web

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.metrics import Metrics


class HttpServer:
    """`unready()` gives the reasons why the service should get no new work; none: ready."""

    def __init__(self, metrics: Metrics, listen: str, unready: Callable[[], list[str]]) -> None:
        self._metrics = metrics
        self._listen = listen
        self._unready = unready
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self) -> None:
        """Bind and serve. Raises RoomError with what to do where the port is taken."""
        application = web.Application()
        application.router.add_get("/metrics", self._on_metrics)
        application.router.add_get("/livez", self._on_live)
        application.router.add_get("/readyz", self._on_ready)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        host, _, port = self._listen.rpartition(":")
        site = web.TCPSite(self._runner, host, int(port))
        try:
            await site.start()
        except OSError as error:
            raise RoomError(
                f"Cannot listen on {self._listen}: {error.strerror}. "
                "Choose another address with RIVERBUS_HTTP_LISTEN, or port 0 for a free one.",
                code="port_taken",
                kind=ErrorKind.UNAVAILABLE,
            ) from error
        self.port = self._runner.addresses[0][1]

    @property
    def address(self) -> str:
        """host:port on which it listens, once started."""
        return f"{self._listen.rpartition(':')[0]}:{self.port}"

    async def stop(self) -> None:
        """Close the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _on_metrics(self, _request: web.Request) -> web.Response:
        return web.Response(
            body=self._metrics.exposition(),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )

    async def _on_live(self, _request: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _on_ready(self, _request: web.Request) -> web.Response:
        reasons = self._unready()
        return web.json_response(
            {"ready": not reasons, "reasons": reasons}, status=503 if reasons else 200
        )
