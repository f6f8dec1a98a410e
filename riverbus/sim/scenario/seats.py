"""The [[seats]] of a scenario."""

from riverbus.core.games import MAX_AMOUNT, Game
from riverbus.sim.scenario.fields import Fields
from riverbus.sim.scenario.model import SeatSpec

CARDS = {
    Game.HOLDEM: 2,
    Game.OMAHA: 4,
    Game.OMAHA8: 4,
    Game.STUD: 7,
    Game.STUD8: 7,
    Game.DRAW: 10,
    Game.STUD5: 5,
}
"""How many cards of a player a file may fix: in draw five and as many replacements."""


def read_seats(top: Fields, game: Game) -> tuple[SeatSpec, ...]:
    """The players at the start, checked; seat numbers go on by one unless given."""
    listed = top.get("seats", list)
    seats: list[SeatSpec] = []
    for at, entry in enumerate(listed):
        fields = Fields(entry, top.text, top.file, ("[[seats]]", at))
        fields.only("name stack cards seat owes new sitting_out protection bank")
        number = fields.get("seat", int, seats[-1].seat + 1 if seats else 1)
        seat = SeatSpec(
            name=fields.get("name", str),
            seat=number,
            stack=fields.amount("stack", 0, MAX_AMOUNT),
            cards=fields.cards("cards"),
            owes=fields.one_of("owes", ("", "small", "big", "both"), ""),  # type: ignore[arg-type]
            new=fields.get("new", bool, False),
            sitting_out=fields.get("sitting_out", bool, False),
            protection=fields.amount("protection", 0, 100) if fields.has("protection") else None,
            bank_s=fields.amount("bank", 0, 86_400, 0),
        )
        if not seat.name.strip() or '"' in seat.name:
            raise fields.error("name", "a player needs a name")
        if len(seat.cards) > CARDS[game]:
            raise fields.error("cards", f"{game} deals no {len(seat.cards)} cards to a player")
        if not 1 <= number <= 10:
            raise fields.error("seat", f"seat {number} is not 1 to 10")
        seats.append(seat)
    if len({seat.name for seat in seats}) != len(seats):
        raise top.error("seats", "two players have the same name")
    if len({seat.seat for seat in seats}) != len(seats):
        raise top.error("seats", "two players have the same seat")
    if len(seats) < 2:
        raise top.error("seats", "a scenario needs two seats at least")
    return tuple(seats)
