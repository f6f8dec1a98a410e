"""The session cache: short, and emptied by revocations, also by those that cross a look-up."""

import asyncio

from riverbus.core.ports import Caller
from services.gateway.app.ports import Session
from services.gateway.app.sessions import SessionCache


class Clock:
    """Time by hand."""

    now = 1_000

    def now_ms(self) -> int:
        """See Clock."""
        return self.now


class Lobby:
    """Counts look-ups; `gate` holds them up."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def verify(self, token: str) -> Session:
        """See Sessions."""
        self.asked.append(token)
        answer = len(self.asked)
        await self.gate.wait()
        caller = Caller("gateway", "acc-ann", f"ann-{answer}", session_id=f"s-{token}")
        return Session(caller=caller, expires_at_ms=10_000_000)


async def test_a_session_is_looked_up_once_in_thirty_seconds() -> None:
    clock, lobby = Clock(), Lobby()
    cache = SessionCache(lobby, clock)
    for _ in range(3):
        await cache.find("t")
    assert lobby.asked == ["t"]
    clock.now += 30_000
    await cache.find("t")
    assert lobby.asked == ["t", "t"]


async def test_a_revocation_reaches_only_its_sessions() -> None:
    lobby = Lobby()
    cache = SessionCache(lobby, Clock())
    for token in ("a", "b"):
        await cache.find(token)
    cache.forget("acc-ann", frozenset({"s-a"}))
    for token in ("a", "b"):
        await cache.find(token)
    assert lobby.asked == ["a", "b", "a"]
    cache.forget("acc-ann")
    cache.drop("x")
    for token in ("a", "b"):
        await cache.find(token)
    assert lobby.asked == ["a", "b", "a", "a", "b"]


async def test_a_revocation_during_a_look_up_makes_it_ask_again() -> None:
    lobby = Lobby()
    cache = SessionCache(lobby, Clock())
    lobby.gate.clear()
    finding = asyncio.ensure_future(cache.find("t"))
    await asyncio.sleep(0)
    cache.forget("acc-ann")
    lobby.gate.set()
    assert (await finding).caller.name == "ann-2"
