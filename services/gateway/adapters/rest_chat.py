"""What a player settles about chat over REST: whom not to hear, own bans, appeals. Chat decides."""

from __future__ import annotations

from riverbus.pb.chat.v1 import chat_pb2, chat_pb2_grpc
from services.gateway.adapters import rest_models as m
from services.gateway.adapters.rest import Call, Parameter, Route
from services.gateway.adapters.rest_accounts import UUID

OFFENCES = {
    chat_pb2.OFFENCE_BAD_LANGUAGE: "bad_language",
    chat_pb2.OFFENCE_CARD_TALK: "card_talk",
    chat_pb2.OFFENCE_COFFEE_HOUSING: "coffee_housing",
    chat_pb2.OFFENCE_ADVERTISING: "advertising",
    chat_pb2.OFFENCE_FLOODING: "flooding",
}
APPEALS = {
    chat_pb2.APPEAL_STATE_UNSPECIFIED: "none",
    chat_pb2.APPEAL_STATE_OPEN: "open",
    chat_pb2.APPEAL_STATE_UPHELD: "upheld",
    chat_pb2.APPEAL_STATE_STRUCK_OUT: "struck_out",
}


class ChatRoutes:
    """The handlers."""

    def __init__(self, chat: chat_pb2_grpc.ChatServiceAsyncStub) -> None:
        self._chat = chat

    def routes(self) -> list[Route]:
        """All operations around chat."""
        account = Parameter("account_id", "The account.", UUID, where="path")
        sanction = Parameter("sanction_id", "The ban.", UUID, where="path")
        return [
            Route("GET", "/ignored", "ignored", "Whose chat the player does not see.",
                  self.ignored, m.Ignored),
            Route("PUT", "/ignored/{account_id}", "ignore", "See an account's chat no more.",
                  self.ignore, m.Ignored, parameters=(account,), statuses=(404, 409, 422)),
            Route("DELETE", "/ignored/{account_id}", "unignore", "See it again.",
                  self.unignore, m.Ignored, parameters=(account,), statuses=(404,)),
            Route("GET", "/sanctions", "sanctions", "Own bans from chat, newest first.",
                  self.sanctions, m.Sanctions),
            Route("POST", "/sanctions/{sanction_id}/appeal", "appeal",
                  "Ask the house to look at a ban again, once.", self.appeal, m.Sanction,
                  m.Appeal, parameters=(sanction,), statuses=(404, 409, 422)),
        ]  # fmt: skip

    async def ignored(self, call: Call) -> m.Ignored:
        """GET /api/ignored."""
        found = await self._chat.ListIgnored(chat_pb2.ListIgnoredRequest())
        return m.Ignored(tuple(found.ignored.account_ids))

    async def ignore(self, call: Call) -> m.Ignored:
        """PUT /api/ignored/{account_id}."""
        request = chat_pb2.IgnoreRequest(account_id=call.path["account_id"])
        return m.Ignored(tuple((await self._chat.Ignore(request)).ignored.account_ids))

    async def unignore(self, call: Call) -> m.Ignored:
        """DELETE /api/ignored/{account_id}."""
        request = chat_pb2.UnignoreRequest(account_id=call.path["account_id"])
        return m.Ignored(tuple((await self._chat.Unignore(request)).ignored.account_ids))

    async def sanctions(self, call: Call) -> m.Sanctions:
        """GET /api/sanctions."""
        found = await self._chat.ListOwnSanctions(chat_pb2.ListOwnSanctionsRequest())
        return m.Sanctions(tuple(sanction_of(one) for one in found.sanctions))

    async def appeal(self, call: Call) -> m.Sanction:
        """POST /api/sanctions/{sanction_id}/appeal."""
        request = chat_pb2.AppealRequest(sanction_id=call.path["sanction_id"], text=call.body.text)
        return sanction_of((await self._chat.Appeal(request)).sanction)


def sanction_of(found: chat_pb2.Sanction) -> m.Sanction:
    """Chat's sanction as its player sees it."""
    return m.Sanction(
        sanction_id=found.sanction_id,
        offence=OFFENCES.get(found.offence, "other"),
        from_ms=found.from_ms,
        until_ms=found.until_ms,
        reason=found.reason,
        ended_at_ms=found.ended_at_ms,
        appeal=APPEALS.get(found.appeal_state, "none"),
        decision=found.decision_reason,
    )
