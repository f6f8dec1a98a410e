"""A small server of files for tests of the page's pure modules: web/ and tests/web/unit."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
WEB = HERE.parents[1] / "web"


class _Files(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path.lstrip("/")
        folder = HERE if name.startswith("unit/") else WEB
        return str(folder / name)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def served_files() -> Iterator[str]:
    """The address of the server while it runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(WEB)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
