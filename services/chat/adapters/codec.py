"""The domain's structs as protobuf messages, enumerations both ways."""

from collections.abc import Sequence

from riverbus.pb.chat.v1 import chat_pb2
from services.chat.domain.errors import BadDecision, BadOffence
from services.chat.domain.messages import Message, MessageKind
from services.chat.domain.sanctions import AppealState, Offence, Sanction

KINDS = {
    MessageKind.PLAYER: chat_pb2.MESSAGE_KIND_PLAYER,
    MessageKind.HOUSE: chat_pb2.MESSAGE_KIND_HOUSE,
}
OFFENCES = {
    Offence.BAD_LANGUAGE: chat_pb2.OFFENCE_BAD_LANGUAGE,
    Offence.CARD_TALK: chat_pb2.OFFENCE_CARD_TALK,
    Offence.COFFEE_HOUSING: chat_pb2.OFFENCE_COFFEE_HOUSING,
    Offence.ADVERTISING: chat_pb2.OFFENCE_ADVERTISING,
    Offence.FLOODING: chat_pb2.OFFENCE_FLOODING,
}
APPEALS = {
    AppealState.NONE: chat_pb2.APPEAL_STATE_UNSPECIFIED,
    AppealState.OPEN: chat_pb2.APPEAL_STATE_OPEN,
    AppealState.UPHELD: chat_pb2.APPEAL_STATE_UPHELD,
    AppealState.STRUCK_OUT: chat_pb2.APPEAL_STATE_STRUCK_OUT,
}
_OFFENCES = {int(value): key for key, value in OFFENCES.items()}
_APPEALS = {int(value): key for key, value in APPEALS.items()}


def offence_of(value: int) -> Offence:
    """Raises BadOffence."""
    if value not in _OFFENCES:
        raise BadOffence
    return _OFFENCES[value]


def decision_of(value: int) -> AppealState:
    """Raises BadDecision."""
    if value not in _APPEALS:
        raise BadDecision
    return _APPEALS[value]


def chat_message(message: Message) -> chat_pb2.ChatMessage:
    """A message as everybody sees it: a removed one without its text."""
    return chat_pb2.ChatMessage(
        message_id=message.message_id,
        room=message.room,
        sequence=message.sequence,
        kind=KINDS[message.kind],
        sender_account_id=message.sender_account_id,
        sender_name=message.sender_name,
        text="" if message.removed else message.text,
        said_at_ms=message.said_at_ms,
        removed=message.removed,
        filtered=message.filtered,
    )


def reviewed_message(message: Message) -> chat_pb2.ReviewedMessage:
    """A message with what was typed, for operators."""
    return chat_pb2.ReviewedMessage(message=chat_message(message), original_text=message.original)


def sanction_message(sanction: Sanction, *, for_player: bool = False) -> chat_pb2.Sanction:
    """A chat ban; the player concerned does not learn which operator it was."""
    return chat_pb2.Sanction(
        sanction_id=sanction.sanction_id,
        account_id=sanction.account_id,
        offence=OFFENCES[sanction.offence],
        step=sanction.step,
        from_ms=sanction.from_ms,
        until_ms=sanction.until_ms,
        reason=sanction.reason,
        message_id=sanction.message_id,
        imposed_by="" if for_player else sanction.imposed_by,
        ended_at_ms=sanction.ended_at_ms,
        struck_out=sanction.struck_out,
        appeal_state=APPEALS[sanction.appeal_state],
        appeal_text=sanction.appeal_text,
        decision_reason=sanction.decision_reason,
        decided_by="" if for_player else sanction.decided_by,
    )


def ignore_list(ignored: Sequence[str]) -> chat_pb2.IgnoreList:
    """Whom somebody ignores."""
    return chat_pb2.IgnoreList(account_ids=ignored)
