"""A small model of the wallet: plain dictionaries, written apart from the ledger's own rules."""

from typing import Any

from services.wallet.domain.cashier_commands import Transfer
from services.wallet.domain.commands import (
    BuyIn,
    CancelHand,
    Command,
    OpenHand,
    SettleHand,
    StandUp,
    TopUp,
)


class Model:
    """Says `ok` or the refusal's code for each command, and keeps balances."""

    def __init__(self, names: list[str], money: int) -> None:
        self.cash = dict.fromkeys(names, money)
        self.stacks: dict[tuple[str, str], int] = {}
        self.seated: set[tuple[str, str]] = set()
        self.left: dict[tuple[str, str], int] = {}
        self.hands: dict[str, tuple[str, str, dict[int, str]]] = {}
        self.open: dict[str, str] = {}
        self.answers: dict[str, tuple[Command, str]] = {}
        self.house = 0

    def expect(self, command: Any) -> str:
        """What the wallet must answer; the model moves with it."""
        known = self.answers.get(command.id)
        if known is not None:
            return known[1] if known[0] == command else "id_reused"
        answer = getattr(self, f"_{command.KIND}")(command)
        if answer not in ("unknown_hand", "epoch_stale"):
            self.answers[command.id] = (command, answer)
        return answer

    def _frozen(self, table: str, name: str) -> bool:
        hand = self.open.get(table)
        return hand is not None and name in self.hands[hand][2].values()

    def _buy_in(self, command: BuyIn) -> str:
        seat = (command.table_id, command.account_id)
        if self.stacks.get(seat, 0):
            return "already_bought_in"
        high = command.max_buy_in
        if seat not in self.seated and self.left.get(seat, 0):
            if command.amount < self.left[seat]:
                return "reducing"
            high = max(high, self.left[seat])
        if command.amount < command.min_buy_in:
            return "buy_in_too_small"
        if command.amount > high:
            return "buy_in_too_large"
        if self.cash[command.account_id] < command.amount:
            return "insufficient_funds"
        self.cash[command.account_id] -= command.amount
        self.stacks[seat] = command.amount
        self.seated.add(seat)
        return "ok"

    def _top_up(self, command: TopUp) -> str:
        seat = (command.table_id, command.account_id)
        if self._frozen(*seat):
            return "hand_open"
        if seat not in self.seated:
            return "not_bought_in"
        if self.stacks.get(seat, 0) + command.amount > command.max_buy_in:
            return "buy_in_too_large"
        if self.cash[command.account_id] < command.amount:
            return "insufficient_funds"
        self.cash[command.account_id] -= command.amount
        self.stacks[seat] = self.stacks.get(seat, 0) + command.amount
        return "ok"

    def _stand_up(self, command: StandUp) -> str:
        seat = (command.table_id, command.account_id)
        if self._frozen(*seat):
            return "hand_open"
        stack = self.stacks.pop(seat, 0)
        self.cash[command.account_id] += stack
        if seat in self.seated:
            self.left[seat] = stack
            self.seated.discard(seat)
        return "ok"

    def _transfer(self, command: Transfer) -> str:
        if self.cash[command.from_account_id] < command.amount:
            return "insufficient_funds"
        self.cash[command.from_account_id] -= command.amount
        self.cash[command.to_account_id] += command.amount
        return "ok"

    def _open_hand(self, command: OpenHand) -> str:
        if command.table_id in self.open:
            return "hand_already_open"
        if command.hand_id in self.hands:
            state = self.hands[command.hand_id][1]
            return "hand_cancelled" if state == "cancelled" else "hand_closed"
        for seat in command.line_up:
            stack = self.stacks.get((command.table_id, seat.account_id), 0)
            if stack != seat.expected_stack:
                return "stack_mismatch"
            if stack == 0:
                return "not_bought_in"
        seats = {seat.seat: seat.account_id for seat in command.line_up}
        self.hands[command.hand_id] = (command.table_id, "open", seats)
        self.open[command.table_id] = command.hand_id
        return "ok"

    def _settle_hand(self, command: SettleHand) -> str:
        """The machine makes settlements of which it knows that they add up."""
        hand = self.hands.get(command.hand_id)
        if hand is None:
            return "unknown_hand"
        table, state, seats = hand
        if state != "open":
            return f"hand_{state}"
        for result in command.seats:
            self.stacks[table, seats[result.seat]] -= result.contributed - result.returned
        for pot in command.pots:
            self.house += pot.rake
            for share in pot.shares:
                self.stacks[table, seats[share.seat]] += share.amount
        self.hands[command.hand_id] = (table, "settled", seats)
        del self.open[table]
        return "ok"

    def _cancel_hand(self, command: CancelHand) -> str:
        hand = self.hands.get(command.hand_id)
        if hand is not None and hand[1] == "settled":
            return "hand_settled"
        if hand is not None and hand[1] == "open":
            del self.open[hand[0]]
        table, _, seats = hand or (command.table_id, "", {})
        self.hands[command.hand_id] = (table, "cancelled", seats)
        return "ok"
