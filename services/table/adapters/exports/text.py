"""Hand histories as text in the style that trackers parse; amounts in whole currency units."""

import uuid
from datetime import UTC, datetime

from riverbus.pb.common.v1 import types_pb2 as common
from riverbus.pb.table.v1 import events_pb2 as pb
from riverbus.pb.table.v1 import log_pb2
from services.table.adapters.exports.story import BOARD_GAMES, Story, spaced

GAMES = {
    common.GAME_HOLDEM: "Hold'em",
    common.GAME_OMAHA: "Omaha",
    common.GAME_OMAHA8: "Omaha Hi/Lo",
    common.GAME_STUD: "7 Card Stud",
    common.GAME_STUD8: "7 Card Stud Hi/Lo",
    common.GAME_DRAW: "5 Card Draw",
    common.GAME_STUD5: "5 Card Stud",
}
LIMITS = {
    common.LIMIT_NONE: "No Limit",
    common.LIMIT_POT: "Pot Limit",
    common.LIMIT_FIXED: "Limit",
}
STREETS = {
    pb.STREET_SECOND: "2nd STREET",
    pb.STREET_THIRD: "3rd STREET",
    pb.STREET_FOURTH: "4th STREET",
    pb.STREET_FIFTH: "5th STREET",
    pb.STREET_SIXTH: "6th STREET",
    pb.STREET_SEVENTH: "RIVER",
    pb.STREET_BEFORE_DRAW: "DEALING HANDS",
    pb.STREET_DRAW: "DRAW",
    pb.STREET_PREFLOP: "HOLE CARDS",
}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}


class _Writer:
    """Walks through the hand and writes line by line."""

    def __init__(self, story: Story, hero_seat: int) -> None:
        self.story = story
        self.hero_seat = hero_seat
        self.lines: list[str] = []
        self.board = ""
        self.price = 0
        self.pot = 0
        self.pots = 1
        self.won: dict[int, int] = {}
        self.shown: dict[int, tuple[str, str]] = {}
        self.ended: dict[int, str] = {}
        self.street = "before Flop"
        self.showdown = False

    def money(self, minor: int) -> str:
        currency = self.story.info.currency
        text = str(minor // 100) if minor % 100 == 0 else f"{minor / 100:.2f}"
        return SIGNS.get(currency, "") + text

    def name(self, seat: int) -> str:
        return self.story.players[seat].name

    def head(self) -> None:
        story, info = self.story, self.story.info
        stakes = story.stakes
        low, high = stakes.small_blind, stakes.big_blind
        if info.limit == common.LIMIT_FIXED:
            low, high = stakes.lower, stakes.upper
        number = uuid.UUID(story.hand.hand_id).int >> 68
        currency = f" {info.currency}" if info.currency in SIGNS else ""
        started = datetime.fromtimestamp(story.hand.started_ms / 1000, UTC)
        self.lines += [
            f"PokerStars Hand #{number}:  {GAMES[info.game]} {LIMITS[info.limit]} "
            f"({self.money(low)}/{self.money(high)}{currency}) - "
            f"{started.strftime('%Y/%m/%d %H:%M:%S')} UTC",
            f"Table '{info.name}' {info.seats_max}-max"
            + (f" Seat #{story.button} is the button" if info.game in BOARD_GAMES else ""),
        ]
        for player in sorted(story.players.values(), key=lambda one: one.seat):
            self.lines.append(
                f"Seat {player.seat}: {player.name} ({self.money(player.stack)} in chips)"
            )

    def fact(self, fact: pb.Fact) -> None:
        match fact.WhichOneof("fact"):
            case "posted":
                self._posted(fact.posted)
            case "street_started":
                self._street(fact.street_started.street)
            case "dealt":
                self._dealt(fact.dealt)
            case "board_dealt":
                self._board(fact.board_dealt)
            case "acted":
                self._acted(fact.acted)
            case "drew":
                count = fact.drew.count
                what = (
                    f"discards {count} card{'s' if count != 1 else ''}" if count else "stands pat"
                )
                self.lines.append(f"{self.name(fact.drew.seat)}: {what}")
            case "returned":
                back = fact.returned
                self.lines.append(
                    f"Uncalled bet ({self.money(back.amount)}) returned to {self.name(back.seat)}"
                )
            case "pots_made":
                self.pots = len(fact.pots_made.pots)
                self.pot = sum(pot.amount for pot in fact.pots_made.pots)
            case "shown":
                self._shown(fact.shown)
            case "mucked":
                self._begin_showdown()
                self.lines.append(f"{self.name(fact.mucked.seat)}: mucks hand")
                self.ended[fact.mucked.seat] = "mucked"
            case "awarded":
                self._awarded(fact.awarded)
            case "hand_cancelled":
                self.lines.append(f"Hand cancelled: {fact.hand_cancelled.reason}")

    def summary(self) -> None:
        story = self.story
        self.lines += [
            "*** SUMMARY ***",
            f"Total pot {self.money(self.pot)} | Rake {self.money(story.rake)}",
        ]
        if self.board:
            self.lines.append(f"Board [{spaced(self.board)}]")
        for player in sorted(story.players.values(), key=lambda one: one.seat):
            won = self.won.get(player.seat, 0)
            if player.seat in self.shown:
                cards, text = self.shown[player.seat]
                end = f"and won ({self.money(won)})" if won else "and lost"
                how = f"showed [{cards}] {end} with {text}"
            elif won:
                how = f"collected ({self.money(won)})"
            else:
                how = self.ended.get(player.seat, "mucked")
            button = " (button)" if player.seat == story.button else ""
            self.lines.append(f"Seat {player.seat}: {player.name}{button} {how}")

    def _posted(self, post: pb.Posted) -> None:
        kinds = {
            pb.POST_KIND_SMALL_BLIND: "posts small blind",
            pb.POST_KIND_BIG_BLIND: "posts big blind",
            pb.POST_KIND_LIVE: "posts big blind",
            pb.POST_KIND_DEAD: "posts small blind",
        }
        what = kinds.get(post.kind, "posts the ante")
        end = " and is all-in" if post.all_in else ""
        self.lines.append(f"{self.name(post.seat)}: {what} {self.money(post.amount)}{end}")
        self.price = max(self.price, post.bet)

    def _street(self, street: pb.Street.ValueType) -> None:
        if street in STREETS:
            self.lines.append(f"*** {STREETS[street]} ***")
        if street not in (pb.STREET_PREFLOP, pb.STREET_BEFORE_DRAW):
            self.price = 0

    def _dealt(self, dealt: pb.Dealt) -> None:
        if dealt.cards and (dealt.up or dealt.seat == self.hero_seat):
            self.lines.append(f"Dealt to {self.name(dealt.seat)} [{spaced(dealt.cards)}]")

    def _board(self, board: pb.BoardDealt) -> None:
        before = board.board[: len(board.board) - len(board.cards)]
        names = {0: "FLOP", 6: "TURN", 8: "RIVER"}
        self.board = board.board
        name = names.get(len(before), "RIVER")
        told = f" [{spaced(before)}]" if before else ""
        self.street = f"on the {name.title()}"
        self.lines.append(f"*** {name} ***{told} [{spaced(board.cards)}]")

    def _acted(self, acted: pb.Acted) -> None:
        end = " and is all-in" if acted.all_in and not acted.protected else ""
        money = self.money
        match acted.verb:
            case pb.VERB_FOLD:
                what = "folds"
                when = self.street if self.board else "before Flop"
                self.ended[acted.seat] = f"folded {when}"
            case pb.VERB_CHECK:
                what = "checks"
            case pb.VERB_CALL:
                what = f"calls {money(acted.paid)}{end}" if acted.paid else "is all-in"
            case pb.VERB_BET:
                what = f"bets {money(acted.paid)}{end}"
            case pb.VERB_BRING_IN:
                what = f"brings in for {money(acted.paid)}{end}"
            case pb.VERB_COMPLETE:
                what = f"raises {money(acted.bet - self.price)} to {money(acted.bet)}{end}"
            case _:
                what = f"raises {money(acted.bet - self.price)} to {money(acted.bet)}{end}"
        self.lines.append(f"{self.name(acted.seat)}: {what}")
        self.price = max(self.price, acted.bet)

    def _begin_showdown(self) -> None:
        if not self.showdown:
            self.showdown = True
            self.lines.append("*** SHOW DOWN ***")

    def _shown(self, shown: pb.Shown) -> None:
        self._begin_showdown()
        text = shown.high + (f"; low {shown.low}" if shown.low else "")
        self.shown[shown.seat] = (spaced(shown.cards), text)
        self.lines.append(f"{self.name(shown.seat)}: shows [{spaced(shown.cards)}] ({text})")

    def _awarded(self, share: pb.Awarded) -> None:
        pot = "pot"
        if self.pots > 1:
            pot = "main pot" if share.pot == 0 else f"side pot-{share.pot}"
        self.won[share.seat] = self.won.get(share.seat, 0) + share.amount
        self.lines.append(
            f"{self.name(share.seat)} collected {self.money(share.amount)} from {pot}"
        )


def to_text(hand: log_pb2.ArchivedHand, hero_seat: int = 0) -> str:
    """The hand as text, from the eyes of the player in the seat."""
    writer = _Writer(Story(hand), hero_seat)
    writer.head()
    for fact in writer.story.facts():
        writer.fact(fact)
    writer.summary()
    return "\n".join(writer.lines) + "\n\n\n"
