"""Processes that kill themselves at each step of a booking: `python -m tests.wallet.killed URL`.

Steps count what is sent to the database: each statement is one step before and one after it. Each
step is a process of its own, until one survives.
"""

import asyncio
import os
import signal
import sys
from typing import Any

from riverbus.runtime.db import Database
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.batcher import tell_nobody
from services.wallet.app.booking import Order, book_batch
from services.wallet.domain.commands import Command, content_hash
from services.wallet.domain.policy import RoomPolicy
from tests.wallet.desk import ANN, TestClock, buy_in, stand_up


class Countdown:
    """Kills this process when it has counted to zero."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def tick(self) -> None:
        self.left -= 1
        if self.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Mortal:
    """An asyncpg connection whose every statement, begin and commit may be the last."""

    def __init__(self, connection: Any, countdown: Countdown) -> None:
        self._connection = connection
        self._countdown = countdown

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._connection, name)
        if name not in ("execute", "fetch", "fetchrow"):
            return found

        async def mortal(*args: Any) -> Any:
            self._countdown.tick()
            answer = await found(*args)
            self._countdown.tick()
            return answer

        return mortal

    def transaction(self) -> Any:
        return MortalTransaction(self._connection.transaction(), self._countdown)


class MortalTransaction:
    """Begin and commit are steps too."""

    def __init__(self, transaction: Any, countdown: Countdown) -> None:
        self._transaction = transaction
        self._countdown = countdown

    async def __aenter__(self) -> None:
        await self._transaction.__aenter__()
        self._countdown.tick()

    async def __aexit__(self, *why: Any) -> None:
        self._countdown.tick()
        await self._transaction.__aexit__(*why)
        self._countdown.tick()


class MortalStore(PostgresStore):
    """The real store over mortal connections."""

    countdown = Countdown(0)

    def connection(self) -> Any:
        return MortalCheckout(super().connection(), self.countdown)


class MortalCheckout:
    """Wraps the connection that comes out of the pool."""

    def __init__(self, checkout: Any, countdown: Countdown) -> None:
        self._checkout = checkout
        self._countdown = countdown

    async def __aenter__(self) -> Mortal:
        return Mortal(await self._checkout.__aenter__(), self._countdown)

    async def __aexit__(self, *why: Any) -> Any:
        return await self._checkout.__aexit__(*why)


def commands(step: int) -> list[Command]:
    """One buy-in and one stand-up at a table of the step's own."""
    table = f"t{step}"
    return [
        buy_in(ANN, 100, f"buyin:{step}", table=table),
        stand_up(ANN, f"standup:{step}", table),
    ]


async def book_and_die(url: str, step: int) -> None:
    """Print step and id of what was answered, until the end."""
    database = Database(url, "wallet", pool=1)
    store = MortalStore(database, encode_events)
    store.countdown = Countdown(step)
    for command in commands(step):
        order = Order(command, content_hash(command))
        outcomes = await book_batch(store, [order], TestClock(), RoomPolicy(), tell_nobody)
        if isinstance(outcomes[0], Exception):
            raise outcomes[0]
        print(step, command.id, flush=True)


def main(url: str) -> None:
    """Fork for each step; the last line is `survived STEP`."""
    for step in range(200):
        pid = os.fork()
        if pid == 0:
            asyncio.run(book_and_die(url, step))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        if os.WIFEXITED(status):
            print("survived" if os.WEXITSTATUS(status) == 0 else "failed", step, flush=True)
            return


if __name__ == "__main__":
    main(sys.argv[1])
