"""The session token of a request: a bearer token of programs, or the cookie of browsers."""

from aiohttp import web
from msgspec import Struct

from services.gateway.domain.errors import NotSignedIn

COOKIE = "riverbus_session"
COOKIE_AGE_S = 30 * 86_400
TOKEN_CHARACTERS = 512


class Credential(Struct, frozen=True):
    """A token and how it came."""

    token: str
    by_cookie: bool


def credential_of(request: web.Request) -> Credential | None:
    """The request's token; a bearer token goes before a cookie."""
    header = request.headers.get("Authorization", "")
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer" and 0 < len(token.strip()) <= TOKEN_CHARACTERS:
        return Credential(token.strip(), by_cookie=False)
    cookie = request.cookies.get(COOKIE, "")
    if 0 < len(cookie) <= TOKEN_CHARACTERS:
        return Credential(cookie, by_cookie=True)
    return None


def need_credential(request: web.Request) -> Credential:
    """Raises NotSignedIn without one."""
    found = credential_of(request)
    if found is None:
        raise NotSignedIn
    return found


def set_cookie(response: web.StreamResponse, token: str, *, secure: bool) -> None:
    """Give the browser its session; scripts never see it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE_S,
        path="/",
        httponly=True,
        samesite="Strict",
        secure=secure,
    )


def clear_cookie(response: web.StreamResponse, *, secure: bool) -> None:
    """Take it back."""
    response.del_cookie(COOKIE, path="/", httponly=True, samesite="Strict", secure=secure)
