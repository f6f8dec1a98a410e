"""REST routes as declarations: routes, checks and the OpenAPI document come from one list."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
from aiohttp import web

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import Clock
from riverbus.runtime.calls import speaking_for, tracing
from services.gateway.adapters.credentials import Credential, credential_of
from services.gateway.adapters.origins import Origins
from services.gateway.adapters.rest_models import Error, ErrorBody
from services.gateway.app.ports import Session
from services.gateway.app.sessions import SessionCache
from services.gateway.domain.credits import CreditTable
from services.gateway.domain.errors import (
    BadField,
    CreditsGone,
    MalformedFrame,
    NotSignedIn,
    UnknownField,
)
from services.gateway.metrics import GatewayMetrics

MAX_BODY_BYTES = 16_384
STATUS: Mapping[ErrorKind, int] = {
    ErrorKind.INVALID: 400,
    ErrorKind.UNAUTHENTICATED: 401,
    ErrorKind.FORBIDDEN: 403,
    ErrorKind.NOT_FOUND: 404,
    ErrorKind.CONFLICT: 409,
    ErrorKind.REFUSED: 422,
    ErrorKind.STALE: 409,
    ErrorKind.RATE_LIMITED: 429,
    ErrorKind.UNAVAILABLE: 503,
    ErrorKind.DEADLINE: 504,
    ErrorKind.INTERNAL: 500,
    ErrorKind.NOT_OWNER: 503,
}

log = logging.getLogger(__name__)


class Parameter(msgspec.Struct, frozen=True):
    """A path or query parameter, a string by this pattern, or an integer of these bounds."""

    name: str
    sentence: str
    pattern: str = ""
    least: int | None = None
    most: int | None = None
    where: str = "query"


class Call(msgspec.Struct, frozen=True):
    """A checked request as a handler gets it."""

    request: web.Request
    body: Any
    path: Mapping[str, str]
    query: Mapping[str, Any]
    session: Session | None
    credential: Credential | None


Handler = Callable[[Call], Awaitable[Any]]


class Route(msgspec.Struct, frozen=True):
    """One operation. A handler returns the answer's struct, or a whole web.Response."""

    method: str
    path: str
    name: str
    sentence: str
    handler: Handler
    answer: type[Any]
    body: type[Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    signed_in: bool = True
    statuses: tuple[int, ...] = ()


class Rest:
    """Serves routes: rate credits, session, origin, body and parameters, then the handler."""

    def __init__(
        self,
        routes: Sequence[Route],
        sessions: SessionCache,
        origins: Origins,
        accounts: CreditTable,
        addresses: CreditTable,
        clock: Clock,
        metrics: GatewayMetrics,
    ) -> None:
        self.routes = routes
        self._sessions = sessions
        self._origins = origins
        self._accounts = accounts
        self._addresses = addresses
        self._clock = clock
        self._metrics = metrics

    def add_to(self, application: web.Application) -> None:
        """Register all routes; what else is below /api answers in JSON too."""
        for route in self.routes:
            application.router.add_route(route.method, f"/api{route.path}", self._served(route))

    def _served(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            with tracing():
                answer = await self._answer(route, request)
            if isinstance(answer, web.StreamResponse):
                return answer
            return json_response(answer)

        return serve

    async def _answer(self, route: Route, request: web.Request) -> Any:
        credential = credential_of(request)
        session = None
        if credential is not None and route.signed_in:
            session = await self._find(credential, request)
        self._pay(request, session)
        if route.signed_in and session is None:
            raise NotSignedIn
        by_cookie = credential is not None and credential.by_cookie
        self._origins.check(request, by_cookie=by_cookie and route.signed_in)
        call = Call(
            request=request,
            body=await _body(route, request),
            path=_path(route, request),
            query=_query(route, request),
            session=session,
            credential=credential,
        )
        if session is None:
            return await route.handler(call)
        with speaking_for(session.caller):
            return await route.handler(call)

    async def _find(self, credential: Credential, request: web.Request) -> Session | None:
        try:
            return await self._sessions.find(credential.token)
        except RoomError as error:
            if error.kind in (ErrorKind.UNAVAILABLE, ErrorKind.DEADLINE, ErrorKind.INTERNAL):
                raise
            self._pay(request, None)
            raise NotSignedIn(error.sentence, details={"reason": error.code}) from error

    def _pay(self, request: web.Request, session: Session | None) -> None:
        """Signed-in requests count for the account, others for their address."""
        now = self._clock.now_ms()
        table, key = self._addresses, self._origins.rate_key(request)
        if session is not None:
            table, key = self._accounts, session.account_id
        if not table.spend(key, 1.0, now):
            raise CreditsGone(details={"retry_ms": str(table.wait_ms(key, 1.0, now))})


def json_response(answer: Any, status: int = 200) -> web.Response:
    """An answer's struct as JSON."""
    return web.Response(
        body=msgspec.json.encode(answer), status=status, content_type="application/json"
    )


def error_response(error: RoomError) -> web.Response:
    """A refusal as JSON."""
    body = ErrorBody(Error(error.code, error.sentence, error.details))
    response = json_response(body, STATUS[error.kind])
    if error.kind is ErrorKind.RATE_LIMITED:
        wait_ms = int(error.details.get("retry_ms", "1000") or 0)
        response.headers["Retry-After"] = str(max(1, -(-wait_ms // 1000)))
    return response


@web.middleware
async def errors_as_json(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Every failure below /api and /ws answers with an ErrorBody."""
    if not request.path.startswith(("/api", "/ws")):
        return await handler(request)
    try:
        return await handler(request)
    except RoomError as error:
        return error_response(error)
    except web.HTTPNotFound:
        missing = RoomError("There is nothing here.", code="no_route", kind=ErrorKind.NOT_FOUND)
        return error_response(missing)
    except web.HTTPMethodNotAllowed as error:
        refused = MalformedFrame("That method does not go here.", code="method_not_allowed")
        response = error_response(refused)
        response.set_status(405)
        response.headers["Allow"] = error.headers.get("Allow", "")
        return response
    except web.HTTPRequestEntityTooLarge:
        response = error_response(MalformedFrame("The body is too long.", code="body_too_large"))
        response.set_status(413)
        return response
    except web.HTTPException:
        raise
    except Exception:
        log.exception("a request failed", extra={"path": request.path})
        return error_response(RoomError(code="internal", kind=ErrorKind.INTERNAL))


async def _body(route: Route, request: web.Request) -> Any:
    if route.body is None:
        return None
    if request.content_type != "application/json":
        raise MalformedFrame("Send application/json.", code="not_json")
    raw = await request.read()
    try:
        return msgspec.json.decode(raw, type=route.body)
    except msgspec.ValidationError as error:
        text = str(error)
        kind = UnknownField if "unknown field" in text else BadField
        raise kind(f"The body does not fit: {text}.") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedFrame("The body is no JSON object.", code="malformed_body") from error


def _path(route: Route, request: web.Request) -> Mapping[str, str]:
    for parameter in route.parameters:
        if parameter.where == "path":
            _value(parameter, request.match_info[parameter.name])
    return request.match_info


def _query(route: Route, request: web.Request) -> Mapping[str, Any]:
    known = {p.name: p for p in route.parameters if p.where == "query"}
    for name in request.query:
        if name not in known:
            raise UnknownField(f"There is no parameter {name[:40]!r} here.")
    return {name: _value(known[name], request.query[name]) for name in request.query}


def _value(parameter: Parameter, text: str) -> Any:
    refused = BadField(
        f"{parameter.name} is not of the form that it must have.",
        details={"field": parameter.name},
    )
    if parameter.least is None:
        if not re.fullmatch(parameter.pattern, text):
            raise refused
        return text
    if not re.fullmatch(r"-?[0-9]{1,16}", text):
        raise refused
    if not parameter.least <= int(text) <= (parameter.most or 10**15):
        raise refused
    return int(text)
