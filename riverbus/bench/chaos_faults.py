"""What is done to a local room: processes killed, servers restarted, services renewed in turn."""

import random
import time
from collections.abc import Callable, Iterator

from msgspec import Struct

from riverbus.cli.local.child import Child
from riverbus.cli.local.room import LocalRoom

BAG = (
    "table", "table", "table", "gateway", "gateway", "wallet", "wallet", "lobby", "chat",
    "nats", "nats frozen", "database",
)  # fmt: skip
POLL_S = 0.05
NODE_AWAY_S = (1.0, 8.0)
"""A killed or frozen NATS node comes back after so long."""
BACK_S = 60.0
DRAIN_S = 40.0
ORDER = ("chat", "lobby", "wallet", "table", "gateway")


class Fault(Struct):
    """One thing that was done. Times are time.monotonic()."""

    kind: str
    name: str
    at: float
    players: set[int]
    back: float = 0.0
    until: float = 0.0
    """When the next one was done."""


class Breaker:
    """Breaks one thing at a time and waits until it is back. `meanwhile` runs while it waits."""

    def __init__(
        self,
        room: LocalRoom,
        dice: random.Random,
        players_at: Callable[[str], set[int]],
        meanwhile: Callable[[], None],
    ) -> None:
        self._room = room
        self._dice = dice
        self._players_at = players_at
        self._meanwhile = meanwhile
        self.faults: list[Fault] = []

    def kinds(self) -> Iterator[str]:
        """For ever: all of BAG in some order, again and again."""
        while True:
            bag = list(BAG)
            self._dice.shuffle(bag)
            yield from bag

    def idle(self, seconds: float) -> None:
        """Let the room play."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._meanwhile()
            self._room.watch()
            time.sleep(POLL_S)

    def do(self, kind: str) -> Fault:
        """Break one; returns when it is ready again. Raises ChildFailed when it is not."""
        if kind.startswith("nats"):
            return self._lose_node(kind)
        if kind == "database":
            return self._restart_database()
        child = self._dice.choice(self._room.instances(kind))
        fault = self._note(kind, child.name, self._url_of(child))
        child.kill()
        self._until_back(child)
        fault.back = time.monotonic()
        return fault

    def renew_all(self) -> None:
        """SIGTERM and a new start for every service process, one after another."""
        for service in ORDER:
            for child in self._room.instances(service):
                self.idle(2.0)
                fault = self._note(f"renewed {service}", child.name, self._url_of(child))
                child.terminate()
                deadline = time.monotonic() + DRAIN_S
                while child.running and time.monotonic() < deadline:
                    self._meanwhile()
                    time.sleep(POLL_S)
                child.wait(time.monotonic() + 1)
                child.start()
                self._until_back(child)
                fault.back = time.monotonic()
                self.idle(4.0)

    def _lose_node(self, kind: str) -> Fault:
        """One NATS node dies or freezes for some seconds."""
        if self._room.nats is None:
            return self._note(f"{kind} (not ours, left alone)", kind, "")
        node = self._dice.choice(self._room.nats.nodes)
        fault = self._note(kind, f"{node.name} {'frozen' if 'frozen' in kind else 'killed'}", "")
        seconds = self._dice.uniform(*NODE_AWAY_S)
        if "frozen" in kind:
            node.pause()
            self.idle(seconds)
            node.resume()
        else:
            node.kill()
            self.idle(seconds)
            node.start()
        return self._until_all_are_back(fault)

    def _restart_database(self) -> Fault:
        if self._room.postgres is None:
            return self._note("database (not ours, left alone)", "database", "")
        fault = self._note("database", "database", "")
        self._room.postgres.kill()
        self._room.postgres.start()
        return self._until_all_are_back(fault)

    def _until_all_are_back(self, fault: Fault) -> Fault:
        fault.back = time.monotonic()
        for child in self._room.children.values():
            self._until_back(child)
        return fault

    def _note(self, kind: str, name: str, url: str) -> Fault:
        now = time.monotonic()
        if self.faults:
            self.faults[-1].until = now
        fault = Fault(kind, name, now, self._players_at(url) if url else set())
        self.faults.append(fault)
        return fault

    def _until_back(self, child: Child) -> None:
        deadline = time.monotonic() + BACK_S
        while not (child.running and child.ready()):
            self._room.watch()
            self._meanwhile()
            if time.monotonic() > deadline:
                child.wait_ready(deadline)
            time.sleep(POLL_S)

    def _url_of(self, child: Child) -> str:
        listen = child.variable("RIVERBUS_GATEWAY_PUBLIC_LISTEN")
        return f"http://{listen}" if listen else ""
