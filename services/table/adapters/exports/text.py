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
        self.pots: list[int] = []
        self.won: dict[int, int] = {}
        self.shown: dict[int, tuple[str, str]] = {}
        self.ended: dict[int, str] = {}
        self.street = "before Flop"
        self.showdown = False
        posted = [fact.posted for fact in story.facts() if fact.HasField("posted")]
        self.dead = {one.seat: one for one in posted if one.kind == pb.POST_KIND_DEAD}
        self.both: set[int] = set()
        """Who posted a live big and a dead small blind: one line tells both."""

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
                self.pots = [pot.amount for pot in fact.pots_made.pots]
            case "awarded":
                self._showdown()
                self._awarded(fact.awarded)
            case "hand_cancelled":
                self.lines.append(f"Hand cancelled: {fact.hand_cancelled.reason}")

    def summary(self) -> None:
        story = self.story
        self.lines += [
            "*** SUMMARY ***",
            f"Total pot {self.money(sum(self.pots))}{self._each_pot()}"
            f" | Rake {self.money(story.rake)}",
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
        amount, all_in = post.amount, post.all_in
        self.price = max(self.price, post.bet)
        dead = self.dead.get(post.seat)
        if dead is not None and post.kind == pb.POST_KIND_LIVE:
            what, amount = "posts small & big blinds", amount + dead.amount
            all_in = all_in or dead.all_in
            self.both.add(post.seat)
        elif post.kind == pb.POST_KIND_DEAD and post.seat in self.both:
            return
        end = " and is all-in" if all_in else ""
        self.lines.append(f"{self.name(post.seat)}: {what} {self.money(amount)}{end}")

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

    def _showdown(self) -> None:
        """All that is shown or mucked stands together, before the first pot goes."""
        if self.showdown:
            return
        self.showdown = True
        showings = self.story.showdown()
        if showings:
            self.lines.append("*** SHOW DOWN ***")
        for one in showings:
            if one.cards:
                self.shown[one.seat] = (spaced(one.cards), one.text)
                line = f"shows [{spaced(one.cards)}] ({one.text})"
            else:
                self.ended[one.seat] = "mucked"
                line = "mucks hand"
            self.lines.append(f"{self.name(one.seat)}: {line}")

    def _awarded(self, share: pb.Awarded) -> None:
        pot = self._pot(share.pot) if len(self.pots) > 1 else "pot"
        self.won[share.seat] = self.won.get(share.seat, 0) + share.amount
        self.lines.append(
            f"{self.name(share.seat)} collected {self.money(share.amount)} from {pot}"
        )

    def _pot(self, number: int) -> str:
        """One side pot needs no number."""
        if not number:
            return "main pot"
        return "side pot" if len(self.pots) == 2 else f"side pot-{number}"

    def _each_pot(self) -> str:
        if len(self.pots) < 2:
            return ""
        named = (
            f"{self._pot(number).capitalize()} {self.money(amount)}."
            for number, amount in enumerate(self.pots)
        )
        return " " + " ".join(named)


def to_text(hand: log_pb2.ArchivedHand, hero_seat: int = 0) -> str:
    """The hand as text, from the eyes of the player in the seat."""
    writer = _Writer(Story(hand), hero_seat)
    writer.head()
    for fact in writer.story.facts():
        writer.fact(fact)
    writer.summary()
    return "\n".join(writer.lines) + "\n\n\n"
