"""A room without a clock: the engine's hands and the planning between them, nothing else."""

from riverbus.engine.hand import Hand, Step
from riverbus.engine.lineup import LineupSeat, NoHand, Positions
from riverbus.engine.next_hand import plan_next_hand
from riverbus.engine.roodles import raised, raised_hands_left
from riverbus.engine.setup import HandSetup, SeatIn
from riverbus.sim.scenario.deck import Decks
from riverbus.sim.scenario.deeds import action_of, for_the_absent, refused
from riverbus.sim.scenario.errors import Difference
from riverbus.sim.scenario.model import Act, Level, Prepare, Scenario, SeatStep
from riverbus.sim.scenario.room import PlayedHand
from riverbus.sim.scenario.stakes import stakes_of_level


class Player:
    """A player at the table, between and during hands."""

    def __init__(self, name: str, seat: int, stack: int) -> None:
        self.name, self.seat, self.stack = name, seat, stack
        self.sitting_out = False
        self.new = False
        self.owes = ""
        self.posts = False
        self.leaving = False
        self.adds = 0
        self.protection = 0
        self.bank_s = 0


class EngineRoom:
    """Plays hands straight on the engine; steps of time and lines belong to the table's domain."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.stakes = scenario.stakes
        self.raised_left = 0
        self.hands: list[PlayedHand] = []
        self.previous = Positions(button=scenario.button)
        self.players: dict[str, Player] = {}
        for spec in scenario.seats:
            player = Player(spec.name, spec.seat, spec.stack)
            player.sitting_out, player.new, player.owes = spec.sitting_out, spec.new, spec.owes
            given = scenario.rules.protection_uses if spec.protection is None else spec.protection
            player.protection, player.bank_s = given, spec.bank_s
            self.players[spec.name] = player
        self._undo: dict[str, tuple[str, bool, bool]] = {}
        self._undo_positions = self.previous

    # -- hands ------------------------------------------------------------------------------

    @property
    def hand(self) -> PlayedHand | None:
        """The hand being played; None between hands."""
        return self.hands[-1] if self.hands and not self.hands[-1].over else None

    def deal(self, decks: Decks) -> None:
        """Plans, sets up and begins the next hand."""
        self.settle_choices()
        if self.hand is not None:
            raise refused("hand_running", "the hand is still being played")
        scenario = self.scenario
        stakes = raised(self.stakes) if self.raised_left else self.stakes
        seats = [self._lineup_seat(player) for player in self.players.values()]
        plan = plan_next_hand(
            rules=scenario.rules,
            stakes=stakes,
            game=scenario.game,
            kind=scenario.kind,
            seats=seats,
            previous=self.previous,
            seats_max=scenario.seats_max,
        )
        if isinstance(plan, NoHand):
            raise refused("too_few_players", "fewer than two players can be dealt in")
        by_seat = {player.seat: player for player in self.players.values()}
        setup = HandSetup(
            game=scenario.game,
            limit=scenario.limit,
            kind=scenario.kind,
            stakes=stakes,
            rules=scenario.rules,
            seats=tuple(SeatIn(seat, by_seat[seat].stack) for seat in plan.dealt_in),
            button=plan.positions.button,
            posts=plan.posts,
            deck=decks.deck,
            mix=decks.mix,
            rake=scenario.rake,
        )
        played = PlayedHand(Hand(setup), plan, {seat: by_seat[seat].name for seat in plan.dealt_in})
        self._undo = {p.name: (p.owes, p.new, p.posts) for p in self.players.values()}
        self._undo_positions, self.previous = self.previous, plan.positions
        for standing in plan.seats:
            player = by_seat[standing.seat]
            player.owes, player.new = standing.owes, standing.new
            player.posts = player.posts and standing.refused is not None
        self.hands.append(played)
        played.events += played.hand.begin()
        self._go_on()

    def act(self, deed: Act) -> None:
        """Plays a player's action, then whatever needs no choice."""
        played = self.hand
        if played is None:
            raise refused("no_hand", "no hand is being played")
        seat = played.seat_of(deed.name)
        if not seat:
            raise refused("not_in_hand", f"{deed.name} is not in the hand")
        played.events += played.hand.act(seat, action_of(deed))
        self._go_on()

    def settle_choices(self, waits_for: str = "") -> None:
        """Takes the default for everybody whose choice it is, up to `waits_for`."""
        played = self.hand
        while played is not None and not played.over and played.hand.next_step is not Step.NONE:
            chooser = played.hand.chooser
            if waits_for and chooser and chooser == played.seat_of(waits_for):
                return
            played.events += played.hand.advance()
        self._finish()

    def cancel(self) -> None:
        """Voids the hand; debts and button are what they were before it (ACT-05)."""
        played = self.hand
        if played is None:
            raise refused("no_hand", "no hand is being played")
        played.events += played.hand.cancel("cancelled by the operator")
        for name, (owes, new, posts) in self._undo.items():
            player = self.players[name]
            player.owes, player.new, player.posts = owes, new, posts
        self.previous = self._undo_positions
        self._finish()

    def _go_on(self) -> None:
        """Automatic steps up to a choice, and folds for who has left."""
        played = self.hands[-1]
        hand = played.hand
        while not hand.over:
            seat = hand.turn_seat
            leaver = self.players.get(played.names[seat]) if seat else None
            if leaver is not None and leaver.leaving:
                played.events += hand.act(seat, for_the_absent(hand, seat))
            elif hand.next_step is Step.NONE or hand.chooser:
                break
            else:
                played.events += hand.advance()
        self._finish()

    def _finish(self) -> None:
        played = self.hands[-1] if self.hands else None
        if played is None or not played.over or played.finished:
            return
        played.finished = True
        hand = played.hand
        self.raised_left = raised_hands_left(hand, self.raised_left)
        for seat, name in played.names.items():
            player = self.players[name]
            player.stack = hand.stack[hand.position[seat]] + player.adds
            player.adds = 0
        for player in list(self.players.values()):
            if player.leaving:
                del self.players[player.name]

    # -- seats ------------------------------------------------------------------------------

    def seat_step(self, deed: SeatStep) -> None:
        """Plays what a player does with the seat."""
        if deed.what == "join":
            self._join(deed)
            return
        player = self.players.get(deed.name)
        if player is None:
            raise refused("not_seated", f"{deed.name} has no seat")
        played = self.hand
        in_hand = played is not None and played.seat_of(deed.name) != 0
        match deed.what:
            case "sit_out":
                if self.scenario.kind == "tournament":
                    raise refused("no_sitting_out", "a tournament has no sitting out")
                player.sitting_out = True
            case "sit_in":
                player.sitting_out = False
            case "post":
                player.posts, player.sitting_out = True, False
            case "wait":
                player.posts = False
            case "leave":
                player.leaving = True
                if not in_hand:
                    del self.players[deed.name]
                else:
                    self._go_on()
            case "add":
                self._add(player, deed.amount, in_hand)

    def _join(self, deed: SeatStep) -> None:
        taken = {player.seat for player in self.players.values()}
        if deed.name in self.players:
            raise refused("already_seated", f"{deed.name} has a seat")
        if deed.seat in taken or not 1 <= deed.seat <= self.scenario.seats_max:
            raise refused("seat_taken", f"seat {deed.seat} is not free")
        player = Player(deed.name, deed.seat, deed.amount)
        player.new = True
        player.protection = self.scenario.rules.protection_uses
        self.players[deed.name] = player

    def _add(self, player: Player, amount: int, in_hand: bool) -> None:
        """Chips asked for in a hand are held until it is over (MON-01, ACT-10)."""
        if in_hand:
            player.adds += amount
        else:
            player.stack += amount

    def level(self, deed: Level) -> None:
        """The stakes of the hands to come."""
        self.stakes = stakes_of_level(self.scenario, deed)

    def seats(self) -> dict[str, int]:
        """Seat numbers by name."""
        return {player.name: player.seat for player in self.players.values()}

    def stack(self, name: str) -> int:
        """Chips behind."""
        played = self.hand
        if played is not None and (seat := played.seat_of(name)):
            return played.hand.stack[played.hand.position[seat]]
        if name not in self.players:
            raise Difference(f"stack {name}", "a seat", "none")
        return self.players[name].stack

    # -- what needs the table's clock -------------------------------------------------------

    def prepare(self, deed: Prepare) -> None:
        """Not without a table."""
        raise NeedsTable

    def pass_time(self, seconds: int) -> None:
        """Not without a table."""
        raise NeedsTable

    def line(self, name: str, connected: bool) -> None:
        """Not without a table."""
        raise NeedsTable

    def clock_s(self, name: str) -> int:
        """Not without a table."""
        raise NeedsTable

    def bank_s(self, name: str) -> int:
        """Nothing uses it without a clock."""
        return self.players[name].bank_s

    def protection(self, name: str) -> int:
        """Nothing uses it without a clock."""
        return self.players[name].protection

    def _lineup_seat(self, player: Player) -> LineupSeat:
        return LineupSeat(
            seat=player.seat,
            stack=player.stack,
            sitting_out=player.sitting_out,
            new=player.new,
            owes=player.owes,  # type: ignore[arg-type]
            posts=player.posts,
        )


class NeedsTable(Exception):
    """Raised when a scenario has a step that only a full table can play."""
