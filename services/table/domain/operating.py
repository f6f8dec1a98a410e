"""What operators, owners and neighbours do to a table."""

from riverbus.core.games import GameKind
from services.table.domain import (
    cashier,
    dealing,
    play,
    resolving,
    seating,
    sitting_out,
    turn_clock,
)
from services.table.domain.commands import (
    Configure,
    Operate,
    Presence,
    Resolve,
    Resume,
)
from services.table.domain.draft import Draft
from services.table.domain.errors import (
    HandUnresolved,
    NoHand,
    OperationImpossible,
    SeatEmpty,
    WalletBehind,
)
from services.table.domain.state import (
    Answer,
    IntentKind,
    Phase,
    SeatStatus,
    TableState,
)

STOPPED = (TableState.CLOSED, TableState.CLOSING)


def operate(draft: Draft, command: Operate) -> Answer:
    """An operator's command."""
    reason = command.reason
    core = draft.core
    match command.operation:
        case "pause":
            if core.state in STOPPED:
                raise OperationImpossible
            draft.set_state(
                TableState.PAUSED, reason or "The table is paused.", paused_by="operator"
            )
        case "resume":
            if core.state not in (TableState.PAUSED, TableState.QUARANTINED):
                raise OperationImpossible
            if core.behind:
                raise WalletBehind
            if resolving.refused_intent(draft.intents) is not None:
                raise HandUnresolved
            draft.set_state(TableState.OPEN, "", paused_by="")
            draft.set_core(refused_opens=0)
            _call_again(draft)
            draft.look_for_hand()
        case "close":
            draft.set_state(TableState.CLOSING, reason or "The table closes.", paused_by="")
            if core.phase is Phase.IDLE:
                dealing.close_table(draft)
        case "remove_player":
            if command.seat not in draft.seats:
                raise SeatEmpty
            draft.note("removed", reason or "The house removed a player.", command.seat)
            remove(draft, command.seat)
        case "cancel_hand":
            return _cancel(draft, command)
        case _:
            raise OperationImpossible
    return Answer(action_id=command.action_id)


def remove(draft: Draft, number: int) -> None:
    """The seat leaves; if it is its turn, the cards go now."""
    seating.go(draft, number, draft.ids.uuid7())
    turn = draft.core.turn
    if turn is not None and turn.seat == number and not turn.waiting:
        hand = draft.play()
        play.act(draft, number, turn_clock.give_up(hand.legal_actions(number)), "left")


def suspend(draft: Draft, account_id: str) -> None:
    """No new hand, no protection; the chips go to the frozen cash account (SEAMS 36)."""
    for number, seat in list(draft.seats.items()):
        if seat.account_id == account_id and not seat.suspended:
            draft.set_seat(number, suspended=True)
            remove(draft, number)


def presence(draft: Draft, command: Presence) -> None:
    """A line came or went (SEAMS 34)."""
    for number, seat in list(draft.seats.items()):
        if seat.account_id != command.account_id or seat.connected == command.connected:
            continue
        if command.connected:
            away = seat.away
            draft.set_seat(number, connected=True, lost_ms=0, away=False)
            if seat.status is SeatStatus.AWAY:
                draft.set_seat(number, status=SeatStatus.ACTIVE)
            if away and not seat.options.sit_out:
                sitting_out.mark_in(draft, number)
                draft.look_for_hand()
        else:
            draft.set_seat(number, connected=False, lost_ms=draft.now_ms)
            if draft.settings.kind is GameKind.TOURNAMENT:
                draft.set_seat(number, status=SeatStatus.AWAY)
            turn_clock.line_lost(draft, number)


def configure(draft: Draft, command: Configure) -> None:
    """The lobby's new settings: the operator's wish at once, the rest with the next open."""
    known = draft.next_settings or draft.settings
    if command.settings.revision <= known.revision:
        return
    draft.next_settings = command.settings
    if draft.core.phase is Phase.IDLE:
        dealing.take_settings(draft)
        if draft.core.state is TableState.CLOSING:
            dealing.close_table(draft)
        draft.look_for_hand()


def resume(draft: Draft, command: Resume) -> None:
    """A new owner goes on: clocks and pauses start again, a drain is over (SEAMS 12 to 15)."""
    draft.set_core(epoch=command.epoch)
    if draft.core.state in (TableState.DRAINING, TableState.WAITING_FOR_WALLET):
        draft.set_state(TableState.OPEN)
        draft.set_core(wallet_away=False)
        dealing.follow_settings(draft)
    turn_clock.restart(draft)
    hand = draft.hand
    if hand is not None and not hand.over and not hand.turn_seat:
        draft.set_core(pause_until_ms=draft.now_ms + max(1, play.pause_ms(draft, hand)))
    if draft.core.phase is Phase.IDLE:
        draft.look_for_hand(draft.settings.paces.hand_gap_ms)


def wallet_away(draft: Draft, *, away: bool) -> None:
    """A banner while the cashier does not answer; play in the hand goes on (SEAMS 18)."""
    core = draft.core
    draft.set_core(wallet_away=away)
    if away and core.state is TableState.OPEN:
        draft.set_state(TableState.WAITING_FOR_WALLET, "The table waits for the cashier.")
    elif not away and core.state is TableState.WAITING_FOR_WALLET:
        draft.set_state(TableState.OPEN)
        draft.look_for_hand()


def drain(draft: Draft) -> None:
    """No new hand; running ones go on (SEAMS 15)."""
    if draft.core.state is TableState.OPEN:
        draft.set_state(TableState.DRAINING, "The table moves; play goes on in a moment.")


def quarantine(draft: Draft, reason: str) -> None:
    """Play stops until an operator acts (SEAMS 13)."""
    draft.set_state(TableState.QUARANTINED, reason, paused_by="broken")
    draft.set_core(turn=None, pause_until_ms=0)


def _cancel(draft: Draft, command: Operate) -> Answer:
    """The hand in play is void; one whose result was refused is resolved so (SEAMS 19)."""
    if draft.core.phase is Phase.PLAYING:
        play.cancel_hand(draft, command.reason or "The house cancelled the hand.")
        return Answer(action_id=command.action_id)
    if resolving.refused_intent(draft.intents) is None:
        raise NoHand
    return resolving.resolve(
        draft,
        Resolve(
            account_id=command.account_id,
            action_id=command.action_id,
            name="",
            reason=command.reason,
            cancel=True,
            alone_max=command.alone_max,
        ),
    )


def _call_again(draft: Draft) -> None:
    for intent in list(draft.intents.values()):
        if intent.held and intent.kind is not IntentKind.SETTLE:
            cashier.ask_again(draft, intent)
