"""AccountService: protobuf in, use cases through, protobuf out. Access was checked before."""

from typing import Any, TypeAlias

import grpc.aio

from riverbus.pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from riverbus.runtime.calls import account, caller
from services.lobby.adapters import codec, enums
from services.lobby.app.profiles import Profiles
from services.lobby.app.registration import Registrar
from services.lobby.app.requests import Login, Origin, Registration
from services.lobby.app.room import Room
from services.lobby.app.sessions import Doorkeeper
from services.lobby.domain.registration import DECLARATIONS

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class AccountServicer(lobby_pb2_grpc.AccountServiceServicer):
    """See lobby.proto."""

    def __init__(
        self, room: Room, registrar: Registrar, doorkeeper: Doorkeeper, profiles: Profiles
    ) -> None:
        self._room = room
        self._registrar = registrar
        self._doorkeeper = doorkeeper
        self._profiles = profiles

    async def SignUp(
        self, request: lobby_pb2.SignUpRequest, context: Context
    ) -> lobby_pb2.SignUpResponse:
        """See lobby.proto."""
        opened = await self._registrar.sign_up(
            Registration(
                name=request.name,
                email=request.email,
                password=request.password,
                birth_date=request.birth_date,
                country=request.country,
                location=request.location,
                terms_version=request.terms_version,
                declarations_accepted=request.declarations_accepted,
                origin=_origin(request.origin),
                bot_key=request.bot_key,
                kind=enums.session_kind_of(request.kind),
            )
        )
        return lobby_pb2.SignUpResponse(
            account=codec.account_message(self._room, opened.account),
            session_token=opened.token,
            session=codec.session_message(opened.session, opened.session.session_id),
        )

    async def SignIn(
        self, request: lobby_pb2.SignInRequest, context: Context
    ) -> lobby_pb2.SignInResponse:
        """See lobby.proto."""
        opened = await self._doorkeeper.sign_in(
            Login(
                login=request.login,
                password=request.password,
                kind=enums.session_kind_of(request.kind),
                origin=_origin(request.origin),
            )
        )
        return lobby_pb2.SignInResponse(
            account=codec.account_message(self._room, opened.account),
            session_token=opened.token,
            session=codec.session_message(opened.session, opened.session.session_id),
        )

    async def SignOut(
        self, request: lobby_pb2.SignOutRequest, context: Context
    ) -> lobby_pb2.SignOutResponse:
        """See lobby.proto."""
        await self._doorkeeper.sign_out(request.session_token)
        return lobby_pb2.SignOutResponse()

    async def VerifySession(
        self, request: lobby_pb2.VerifySessionRequest, context: Context
    ) -> lobby_pb2.VerifySessionResponse:
        """See lobby.proto."""
        known, session = await self._doorkeeper.verify(request.session_token)
        code = self._room.may_not_play(known)
        return lobby_pb2.VerifySessionResponse(
            account_id=known.account_id,
            name=known.name,
            roles=known.roles,
            session_id=session.session_id,
            expires_at_ms=session.expires_at_ms,
            status=enums.STATUSES[known.status_at(self._room.clock.now_ms())],
            may_play=not code,
            may_not_play_code=code,
            kind=enums.SESSION_KINDS[session.kind],
        )

    async def ListSessions(
        self, request: lobby_pb2.ListSessionsRequest, context: Context
    ) -> lobby_pb2.ListSessionsResponse:
        """See lobby.proto."""
        present = caller().session_id
        sessions = await self._doorkeeper.sessions(account())
        return lobby_pb2.ListSessionsResponse(
            sessions=[codec.session_message(each, present) for each in sessions]
        )

    async def RevokeSession(
        self, request: lobby_pb2.RevokeSessionRequest, context: Context
    ) -> lobby_pb2.RevokeSessionResponse:
        """See lobby.proto."""
        revoked = await self._doorkeeper.revoke(account(), request.session_id, caller().session_id)
        return lobby_pb2.RevokeSessionResponse(revoked=revoked)

    async def GetAccount(
        self, request: lobby_pb2.GetAccountRequest, context: Context
    ) -> lobby_pb2.GetAccountResponse:
        """See lobby.proto."""
        own = await self._profiles.own(account())
        return lobby_pb2.GetAccountResponse(account=codec.account_message(self._room, own))

    async def UpdateProfile(
        self, request: lobby_pb2.UpdateProfileRequest, context: Context
    ) -> lobby_pb2.UpdateProfileResponse:
        """See lobby.proto."""
        changed = await self._profiles.update(account(), codec.profile_of(request.profile))
        return lobby_pb2.UpdateProfileResponse(
            profile=codec.profile_message(changed, changed.profile)
        )

    async def GetProfiles(
        self, request: lobby_pb2.GetProfilesRequest, context: Context
    ) -> lobby_pb2.GetProfilesResponse:
        """See lobby.proto."""
        seen = await self._profiles.seen(list(request.account_ids), caller().account_id)
        return lobby_pb2.GetProfilesResponse(
            profiles=[codec.profile_message(whose, profile) for whose, profile in seen]
        )

    async def ListSuspended(
        self, request: lobby_pb2.ListSuspendedRequest, context: Context
    ) -> lobby_pb2.ListSuspendedResponse:
        """See lobby.proto."""
        found = await self._profiles.suspended(list(request.account_ids))
        return lobby_pb2.ListSuspendedResponse(account_ids=found)

    async def ChangePassword(
        self, request: lobby_pb2.ChangePasswordRequest, context: Context
    ) -> lobby_pb2.ChangePasswordResponse:
        """See lobby.proto."""
        await self._doorkeeper.change_password(
            account(), caller().session_id, request.old_password, request.new_password
        )
        return lobby_pb2.ChangePasswordResponse()

    async def GetTerms(
        self, request: lobby_pb2.GetTermsRequest, context: Context
    ) -> lobby_pb2.GetTermsResponse:
        """See lobby.proto."""
        return lobby_pb2.GetTermsResponse(
            version=self._room.terms.version,
            text=self._room.terms.text,
            declarations=DECLARATIONS,
            majority_ages=dict(self._room.majority_ages),
        )

    async def AcceptTerms(
        self, request: lobby_pb2.AcceptTermsRequest, context: Context
    ) -> lobby_pb2.AcceptTermsResponse:
        """See lobby.proto."""
        changed = await self._profiles.accept_terms(account(), request.version, request.accepted)
        return lobby_pb2.AcceptTermsResponse(account=codec.account_message(self._room, changed))

    async def ReplaceName(
        self, request: lobby_pb2.ReplaceNameRequest, context: Context
    ) -> lobby_pb2.ReplaceNameResponse:
        """See lobby.proto."""
        changed = await self._profiles.replace_name(account(), request.name)
        return lobby_pb2.ReplaceNameResponse(account=codec.account_message(self._room, changed))


def _origin(message: lobby_pb2.ClientOrigin) -> Origin:
    return Origin(message.address, message.user_agent, message.device_id)
