"""Reads exported hands as a tracker would, from their text alone, and does the sums.

It knows the formats and nothing of the exporters: chips by player from stacks, posts, actions,
what came back and what was collected; every line must be one that it knows.
"""

import json
import re
from decimal import Decimal
from typing import Any

MONEY = r"(\d+(?:\.\d\d)?)"
CARDS = r"\[([2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]"
HEADER = re.compile(
    r"PokerStars Hand #\d+:  (Hold'em|Omaha|Omaha Hi/Lo|7 Card Stud|7 Card Stud Hi/Lo|5 Card Draw"
    rf"|5 Card Stud) (No Limit|Pot Limit|Limit) \({MONEY}/{MONEY}\) - "
    r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d UTC"
)
TABLE = re.compile(r"Table '.+' \d+-max(?: Seat #\d+ is the button)?")
SEAT = re.compile(rf"Seat (\d+): (.+) \({MONEY} in chips\)")
POST = re.compile(
    rf"(.+): posts (?:small blind|big blind|the ante|small & big blinds) {MONEY}( and is all-in)?"
)
MOVES = re.compile(
    rf"(.+): (checks|folds|calls|bets|brings in for|raises|stands pat|discards|is all-in)"
    rf"(?: {MONEY})?(?: to {MONEY})?(?: cards?)?(?: {CARDS})?( and is all-in)?"
)
RETURNED = re.compile(rf"Uncalled bet \({MONEY}\) returned to (.+)")
COLLECTED = re.compile(rf"(.+) collected {MONEY} from (?:pot|main pot|side pot(?:-\d+)?)")
SHOWS = re.compile(rf"(.+): (?:shows {CARDS} \(.+\)|mucks hand|doesn't show hand)")
DEALT = re.compile(rf"Dealt to (.+?)(?: {CARDS})? {CARDS}")
TOTAL = re.compile(
    rf"Total pot {MONEY}((?: (?:Main|Side) pot(?:-\d+)? {MONEY}\.)*) \| Rake {MONEY}"
)
RESULT = re.compile(r"Seat (\d+): (.+)")
BOARD = re.compile(rf"Board {CARDS}")
STREET = re.compile(r"\*\*\* (.+?) \*\*\*((?: \[[^]]+\])*)")
STREETS = {
    "HOLE CARDS", "FLOP", "TURN", "RIVER", "2nd STREET", "3rd STREET", "4th STREET", "5th STREET",
    "6th STREET", "DEALING HANDS", "DRAW", "SHOW DOWN", "SUMMARY",
}  # fmt: skip
NEW_ROUND = STREETS - {"HOLE CARDS", "DEALING HANDS", "SHOW DOWN", "SUMMARY"}


class Books:
    """Chips by player, cents."""

    def __init__(self) -> None:
        self.stacks: dict[str, int] = {}
        self.street: dict[str, int] = {}
        """Put in on this street."""
        self.out: set[str] = set()
        self.pot = 0
        self.collected = 0
        self.total = self.rake = -1
        self.big_blind = 0
        self.small_posted = False
        self.price = 0
        """What a call costs at least, before the first bet of a hand with blinds."""

    def put(self, name: str, cents: int, *, dead: bool = False) -> None:
        """Chips go from a player to the pot."""
        assert name in self.stacks, f"{name} was not dealt in"
        assert name not in self.out, f"{name} acts after folding"
        assert 0 < cents <= self.stacks[name], f"{name} has not got {cents}"
        self.stacks[name] -= cents
        self.pot += cents
        if not dead:
            self.street[name] = self.street.get(name, 0) + cents


def cents(text: str) -> int:
    """Whole units as the smallest ones; nothing is lost."""
    value = Decimal(text) * 100
    assert value == int(value)
    return int(value)


def read_text(text: str) -> Books:
    """A hand in the text style; AssertionError for a line that no tracker knows."""
    lines = text.rstrip("\n").split("\n")
    head = HEADER.fullmatch(lines[0])
    assert head, lines[0]
    assert TABLE.fullmatch(lines[1]), lines[1]
    books = Books()
    books.big_blind = cents(head[3] if head[2] == "Limit" else head[4])
    at = 2
    while match := SEAT.fullmatch(lines[at]):
        books.stacks[match[2]] = cents(match[3])
        at += 1
    end = lines.index("*** SUMMARY ***")
    for line in lines[at:end]:
        _line(books, line)
    _summary(books, lines[end + 1 :])
    return books


def _line(books: Books, line: str) -> None:
    if match := STREET.fullmatch(line):
        assert match[1] in STREETS, line
        if match[1] in ("HOLE CARDS", "DEALING HANDS"):
            books.price = books.big_blind if books.small_posted or books.street else 0
        elif match[1] in NEW_ROUND:
            books.street, books.price = {}, 0
    elif match := POST.fullmatch(line):
        _post(books, match[1], cents(match[2]), line)
        assert bool(match[3]) == (books.stacks[match[1]] == 0), line
    elif match := RETURNED.fullmatch(line):
        books.stacks[match[2]] += cents(match[1])
        books.pot -= cents(match[1])
    elif match := COLLECTED.fullmatch(line):
        books.stacks[match[1]] += cents(match[2])
        books.collected += cents(match[2])
    elif match := MOVES.fullmatch(line):
        _move(books, match, line)
    else:
        assert SHOWS.fullmatch(line) or DEALT.fullmatch(line), f"unknown line: {line}"


def _post(books: Books, name: str, amount: int, line: str) -> None:
    """Of both blinds the small one is dead, and so is a second small blind."""
    if "small & big" in line:
        books.put(name, min(amount, books.big_blind))
        if amount > books.big_blind:
            books.put(name, amount - books.big_blind, dead=True)
        return
    late_small = "small blind" in line and books.small_posted
    books.small_posted = books.small_posted or "small blind" in line
    books.put(name, amount, dead="the ante" in line or late_small)


def _move(books: Books, match: re.Match[str], line: str) -> None:
    name, verb = match[1], match[2]
    price = max([books.price, *books.street.values()])
    if verb == "folds":
        assert name not in books.out
        books.out.add(name)
    elif verb == "raises":
        to = cents(match[4])
        assert to - price == cents(match[3]), f"raised by another amount: {line}"
        books.put(name, to - books.street.get(name, 0))
    elif verb in ("calls", "bets", "brings in for"):
        books.put(name, cents(match[3]))
        if verb == "calls":
            assert books.street[name] <= price, f"called more than the bet: {line}"
        else:
            assert price == 0, f"a bet where there is one: {line}"
    if match[6]:
        assert books.stacks[name] == 0, f"not all-in: {line}"
    elif verb in ("calls", "bets", "raises"):
        assert books.stacks[name] > 0, f"all-in untold: {line}"


def _summary(books: Books, lines: list[str]) -> None:
    match = TOTAL.fullmatch(lines[0])
    assert match, lines[0]
    books.total, books.rake = cents(match[1]), cents(match[match.re.groups])
    assert books.total == books.pot == books.collected + books.rake, lines[0]
    seats = lines[2:] if BOARD.fullmatch(lines[1]) else lines[1:]
    told = [match[2] for match in map(RESULT.fullmatch, seats) if match]
    assert len(told) == len(seats) == len(books.stacks)
    assert all(one.startswith(tuple(books.stacks)) for one in told)


def read_ohh(text: str) -> Books:
    """A hand in Open Hand History; every amount of an action is what it put into the pot."""
    document: dict[str, Any] = json.loads(text, parse_float=Decimal)["ohh"]
    books = Books()
    names = {one["id"]: str(one["id"]) for one in document["players"]}
    for one in document["players"]:
        books.stacks[names[one["id"]]] = cents(str(one["starting_stack"]))
    put = dict.fromkeys(books.stacks, 0)
    for stretch in document["rounds"]:
        for action in stretch["actions"]:
            amount = cents(str(action.get("amount", 0)))
            name = names[action["player_id"]]
            if action["action"] == "Fold":
                books.out.add(name)
            elif amount:
                books.put(name, amount)
                put[name] += amount
                assert action["is_allin"] == (books.stacks[name] == 0), action
    books.total = sum(cents(str(pot["amount"])) for pot in document["pots"])
    books.rake = sum(cents(str(pot["rake"])) for pot in document["pots"])
    uncalled = books.pot - books.total
    assert uncalled >= 0
    if uncalled:  # the format has no word for it: it is the highest bettor's
        best = max(put, key=lambda name: put[name])
        books.stacks[best] += uncalled
    for pot in document["pots"]:
        won = sum(cents(str(win["win_amount"])) for win in pot["player_wins"])
        assert won + cents(str(pot["rake"])) == cents(str(pot["amount"]))
        for win in pot["player_wins"]:
            books.stacks[names[win["player_id"]]] += cents(str(win["win_amount"]))
    return books
