"""Accounts over REST: registration, sessions, profile, terms. The lobby decides."""

from __future__ import annotations

from aiohttp import web

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from services.gateway.adapters import rest_models as m
from services.gateway.adapters.credentials import clear_cookie, credential_of, set_cookie
from services.gateway.adapters.origins import Origins
from services.gateway.adapters.rest import Call, Parameter, Route, json_response
from services.gateway.app.sessions import SessionCache
from services.gateway.domain.errors import NotSignedIn

KINDS = {
    "browser": lobby_pb2.SESSION_KIND_BROWSER,
    "bearer": lobby_pb2.SESSION_KIND_BEARER,
}
KIND_NAMES = {number: name for name, number in KINDS.items()}
STATUSES = {
    lobby_pb2.ACCOUNT_STATUS_ACTIVE: "active",
    lobby_pb2.ACCOUNT_STATUS_SUSPENDED: "suspended",
    lobby_pb2.ACCOUNT_STATUS_CLOSED: "closed",
}
VISIBILITIES = {
    "nobody": lobby_pb2.VISIBILITY_NOBODY,
    "players": lobby_pb2.VISIBILITY_PLAYERS,
    "everybody": lobby_pb2.VISIBILITY_EVERYBODY,
}
VISIBILITY_NAMES = {number: name for name, number in VISIBILITIES.items()}
UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
USER_AGENT_CHARACTERS = 200


class AccountRoutes:
    """The handlers."""

    def __init__(
        self,
        lobby: lobby_pb2_grpc.AccountServiceAsyncStub,
        sessions: SessionCache,
        origins: Origins,
        cookie_secure: str,
    ) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._origins = origins
        self._cookie_secure = cookie_secure

    def routes(self) -> list[Route]:
        """All operations on accounts."""
        account_id = Parameter("account_id", "The player.", UUID, where="path")
        several = Parameter(
            "account_ids", "The players, with commas between.", f"{UUID}(,{UUID}){{0,49}}"
        )
        session_id = Parameter("session_id", "The session.", UUID, where="path")
        return [
            Route("POST", "/sign-up", "signUp", "Make an account and sign in.", self.sign_up,
                  m.SignedIn, m.SignUp, signed_in=False, statuses=(403, 409, 422)),
            Route("POST", "/sign-in", "signIn", "Sign in; bearer sessions get a token.",
                  self.sign_in, m.SignedIn, m.SignIn, signed_in=False, statuses=(401, 403, 422)),
            Route("POST", "/sign-out", "signOut", "End this session.", self.sign_out, m.Done,
                  signed_in=False),
            Route("GET", "/terms", "terms", "The terms in force.", self.terms, m.Terms,
                  signed_in=False),
            Route("GET", "/me", "me", "The own account.", self.me, m.Account),
            Route("POST", "/me/terms", "acceptTerms", "Accept the terms in force.",
                  self.accept_terms, m.Account, m.AcceptTerms, statuses=(409, 422)),
            Route("POST", "/me/name", "replaceName", "Replace a screen name that was refused.",
                  self.replace_name, m.Account, m.NewName, statuses=(403, 409, 422)),
            Route("GET", "/profiles", "profiles", "Other players' profiles, up to 50.",
                  self.profiles, m.Profiles, parameters=(several,)),
            Route("GET", "/profiles/{account_id}", "profile", "Another player's profile.",
                  self.profile, m.PublicProfile, parameters=(account_id,), statuses=(404,)),
            Route("PUT", "/me/profile", "setProfile", "Set the own profile.", self.set_profile,
                  m.Profile, m.ProfileChange, statuses=(422,)),
            Route("POST", "/me/password", "setPassword", "Change the password; other sessions end.",
                  self.set_password, m.Done, m.NewPassword, statuses=(403, 422)),
            Route("GET", "/sessions", "sessions", "Own open sessions.", self.list_sessions,
                  m.Sessions),
            Route("DELETE", "/sessions/{session_id}", "endSession", "End one own session.",
                  self.end_session, m.Revoked, parameters=(session_id,), statuses=(404,)),
            Route("DELETE", "/sessions", "endOtherSessions", "End all own sessions but this one.",
                  self.end_others, m.Revoked),
        ]  # fmt: skip

    async def sign_up(self, call: Call) -> web.StreamResponse:
        """POST /api/sign-up."""
        body: m.SignUp = call.body
        origin = self._origin(call.request, body.device_id)
        made = await self._lobby.SignUp(
            lobby_pb2.SignUpRequest(
                name=body.name,
                email=body.email,
                password=body.password,
                birth_date=body.birth_date,
                country=body.country,
                location=body.location,
                terms_version=body.terms_version,
                declarations_accepted=body.declarations_accepted,
                origin=origin,
                bot_key=body.bot_key,
                kind=KINDS[body.kind],
            )
        )
        return self._signed_in(call.request, made.account, made.session_token, body.kind)

    async def sign_in(self, call: Call) -> web.StreamResponse:
        """POST /api/sign-in."""
        body: m.SignIn = call.body
        found = await self._lobby.SignIn(
            lobby_pb2.SignInRequest(
                login=body.login,
                password=body.password,
                kind=KINDS[body.kind],
                origin=self._origin(call.request, body.device_id),
            )
        )
        return self._signed_in(call.request, found.account, found.session_token, body.kind)

    async def sign_out(self, call: Call) -> web.StreamResponse:
        """POST /api/sign-out; without a session there is nothing to do, which is no error."""
        credential = credential_of(call.request)
        response = json_response(m.Done())
        if credential is not None:
            self._origins.check(call.request, by_cookie=credential.by_cookie)
            request = lobby_pb2.SignOutRequest(session_token=credential.token)
            await self._lobby.SignOut(request)
            self._sessions.drop(credential.token)
            clear_cookie(response, secure=self._secure(call.request))
        return response

    async def terms(self, call: Call) -> m.Terms:
        """GET /api/terms."""
        found = await self._lobby.GetTerms(lobby_pb2.GetTermsRequest())
        return m.Terms(
            version=found.version,
            text=found.text,
            declarations=tuple(found.declarations),
            majority_ages=dict(found.majority_ages),
        )

    async def me(self, call: Call) -> m.Account:
        """GET /api/me."""
        return account((await self._lobby.GetAccount(lobby_pb2.GetAccountRequest())).account)

    async def accept_terms(self, call: Call) -> m.Account:
        """POST /api/me/terms."""
        body: m.AcceptTerms = call.body
        request = lobby_pb2.AcceptTermsRequest(version=body.version, accepted=body.accepted)
        changed = await self._lobby.AcceptTerms(request)
        self._refresh(call)
        return account(changed.account)

    async def replace_name(self, call: Call) -> m.Account:
        """POST /api/me/name."""
        changed = await self._lobby.ReplaceName(lobby_pb2.ReplaceNameRequest(name=call.body.name))
        self._refresh(call)
        return account(changed.account)

    async def profile(self, call: Call) -> m.PublicProfile:
        """GET /api/profiles/{account_id}."""
        request = lobby_pb2.GetProfilesRequest(account_ids=[call.path["account_id"]])
        found = (await self._lobby.GetProfiles(request)).profiles
        if not found:
            raise RoomError(
                "There is no such player.", code="unknown_account", kind=ErrorKind.NOT_FOUND
            )
        return _public(found[0])

    async def profiles(self, call: Call) -> m.Profiles:
        """GET /api/profiles."""
        ids = [one for one in call.query.get("account_ids", "").split(",") if one]
        found = await self._lobby.GetProfiles(lobby_pb2.GetProfilesRequest(account_ids=ids))
        return m.Profiles(tuple(_public(one) for one in found.profiles))

    async def set_profile(self, call: Call) -> m.Profile:
        """PUT /api/me/profile."""
        body: m.ProfileChange = call.body
        wanted = lobby_pb2.Profile(
            avatar=body.avatar,
            location=body.location,
            about=body.about,
            avatar_visibility=VISIBILITIES[body.avatar_visibility],
            about_visibility=VISIBILITIES[body.about_visibility],
        )
        request = lobby_pb2.UpdateProfileRequest(profile=wanted)
        return profile((await self._lobby.UpdateProfile(request)).profile)

    async def set_password(self, call: Call) -> m.Done:
        """POST /api/me/password."""
        body: m.NewPassword = call.body
        await self._lobby.ChangePassword(
            lobby_pb2.ChangePasswordRequest(
                old_password=body.old_password, new_password=body.new_password
            )
        )
        return m.Done()

    async def list_sessions(self, call: Call) -> m.Sessions:
        """GET /api/sessions."""
        found = await self._lobby.ListSessions(lobby_pb2.ListSessionsRequest())
        return m.Sessions(tuple(_session(session) for session in found.sessions))

    async def end_session(self, call: Call) -> m.Revoked:
        """DELETE /api/sessions/{session_id}."""
        return await self._revoke(call.path["session_id"])

    async def end_others(self, call: Call) -> m.Revoked:
        """DELETE /api/sessions."""
        return await self._revoke("")

    async def _revoke(self, session_id: str) -> m.Revoked:
        request = lobby_pb2.RevokeSessionRequest(session_id=session_id)
        return m.Revoked((await self._lobby.RevokeSession(request)).revoked)

    def _signed_in(
        self, request: web.Request, found: lobby_pb2.Account, token: str, kind: str
    ) -> web.StreamResponse:
        browser = kind == "browser"
        response = json_response(m.SignedIn(account(found), "" if browser else token))
        response.headers["Cache-Control"] = "no-store"
        if browser:
            set_cookie(response, token, secure=self._secure(request))
        return response

    def _secure(self, request: web.Request) -> bool:
        if self._cookie_secure == "auto":
            return self._origins.secure(request)
        return self._cookie_secure == "always"

    def _origin(self, request: web.Request, device_id: str) -> lobby_pb2.ClientOrigin:
        return lobby_pb2.ClientOrigin(
            address=self._origins.address(request),
            user_agent=request.headers.get("User-Agent", "")[:USER_AGENT_CHARACTERS],
            device_id=device_id,
        )

    def _refresh(self, call: Call) -> None:
        if call.credential is None:
            raise NotSignedIn
        self._sessions.drop(call.credential.token)


def _public(found: lobby_pb2.Profile) -> m.PublicProfile:
    return m.PublicProfile(
        account_id=found.account_id,
        name=found.name,
        avatar=found.avatar,
        location=found.location,
        about=found.about,
    )


def account(found: lobby_pb2.Account) -> m.Account:
    """The lobby's account as REST shows it."""
    return m.Account(
        account_id=found.account_id,
        name=found.name,
        email=found.email,
        country=found.country,
        roles=tuple(found.roles),
        status=STATUSES.get(found.status, "active"),
        status_reason=found.status_reason,
        terms_version=found.terms_version,
        terms_due=found.terms_due,
        name_refused=found.name_refused,
        opened_at_ms=found.opened_at_ms,
        last_sign_in_ms=found.last_sign_in_ms,
        purse_open=found.purse_open,
        profile=profile(found.profile),
    )


def profile(found: lobby_pb2.Profile) -> m.Profile:
    """The lobby's profile as REST shows it."""
    return m.Profile(
        avatar=found.avatar,
        location=found.location,
        about=found.about,
        avatar_visibility=VISIBILITY_NAMES.get(found.avatar_visibility, "nobody"),
        about_visibility=VISIBILITY_NAMES.get(found.about_visibility, "nobody"),
    )


def _session(found: lobby_pb2.Session) -> m.Session:
    return m.Session(
        session_id=found.session_id,
        kind=KIND_NAMES.get(found.kind, "browser"),
        opened_at_ms=found.opened_at_ms,
        used_at_ms=found.used_at_ms,
        expires_at_ms=found.expires_at_ms,
        address=found.address,
        user_agent=found.user_agent,
        present=found.present,
    )
