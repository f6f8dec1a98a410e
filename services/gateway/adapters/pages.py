"""The web client's files, and the headers that every answer carries.

Only files of known kinds below the folder are served; a path without a suffix is the page itself.
"""

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from services.gateway.adapters.origins import Origins

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
}
INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def web_folder(configured: str) -> Path | None:
    """The client's folder: as configured, in the installed package, or in the source tree."""
    here = Path(__file__).resolve()
    candidates = [here.parents[3] / "riverbus" / "web", here.parents[3] / "web"]
    if configured:
        candidates = [Path(configured).resolve()]
    return next((folder for folder in candidates if (folder / "index.html").is_file()), None)


class Pages:
    """Serves the client."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def add_to(self, application: web.Application) -> None:
        """Register behind all other routes."""
        application.router.add_get("/{path:.*}", self.serve)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One file; 404 for everything that is none."""
        path = request.match_info["path"]
        if self._folder is None or path.startswith(("api/", "ws/")):
            raise web.HTTPNotFound
        name = path if "." in path.rsplit("/", 1)[-1] else "index.html"
        parts = name.split("/")
        kind = KINDS.get(Path(name).suffix)
        hidden = any(part.startswith(".") or part in ("", "..") for part in parts)
        if kind is None or hidden or "\\" in name or "\0" in name:
            raise web.HTTPNotFound
        file = self._folder.joinpath(*parts)
        if not file.resolve().is_relative_to(self._folder.resolve()) or not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Content-Type": kind, "Cache-Control": "no-cache"})

    def script_hashes(self) -> list[str]:
        """CSP sources for inline scripts of the page, such as its import map."""
        if self._folder is None:
            return []
        page = (self._folder / "index.html").read_bytes()
        return [
            f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
            for script in INLINE_SCRIPT.findall(page)
        ]


def security_headers(
    pages: Pages, origins: Origins
) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """For on_response_prepare: nothing from elsewhere is loaded, nothing is framed or sniffed."""
    scripts = " ".join(["'self'", *pages.script_hashes()])
    policy = (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    fixed = {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    }

    async def on_prepare(request: web.Request, response: web.StreamResponse) -> None:
        for name, value in fixed.items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api"):
            response.headers.setdefault("Cache-Control", "no-store")
        if origins.secure(request):
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")

    return on_prepare
