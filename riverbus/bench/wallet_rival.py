"""The obvious way: one transfer a statement and commit, raw asyncpg, on the wallet's own schema.

Two updates (both balances) and four inserts (operation, transfer, batch, outbox), all in one
statement: what the wallet writes, without its chain, checks and idempotency.
"""

import asyncio
import random
import time

import asyncpg

from riverbus.bench.wallet_rig import player
from services.wallet.domain.accounts import account_number, cash

CONNECTIONS = 16
SECONDS = 4.0
SEQUENCE = """
create sequence if not exists wallet.rival start 1000000000;
grant usage on sequence wallet.rival to riverbus_wallet;
"""
TRANSFER = """
with paid as (
    update accounts set balance = balance - $3 where id = $1 and balance >= $3 returning balance
), got as (
    update accounts set balance = balance + $3 where id = $2 returning balance
), asked as (
    insert into operations
    values (nextval('rival'), $4, 'transfer', '', '', '', $5, $5, '') returning number
), told as (
    insert into outbox values (nextval('rival'), 'wallet.event.rival', $4, '', $6)
), linked as (
    insert into batches select nextval('rival'), $7, number, 1, number, 1, $5, $5, $5, $5
    from asked
)
insert into transfers
select nextval('rival'), asked.number, 14, $1, $2, $3, paid.balance, got.balance
from paid, got, asked
"""


async def one_transfer_a_statement(url: str, admin_url: str, players: int) -> float:
    """Transfers a second, each durable on its own, between random players.

    It books past the chain: the audit of this database is broken afterwards.
    """
    admin = await asyncpg.connect(admin_url)
    await admin.execute(SEQUENCE)
    await admin.close()
    pool = await asyncpg.create_pool(
        url,
        min_size=CONNECTIONS,
        max_size=CONNECTIONS,
        server_settings={"search_path": "wallet", "jit": "off"},
    )
    numbers = [account_number(cash(player(number), "PLAY")) for number in range(players)]
    until = time.perf_counter() + SECONDS
    done = 0

    async def worker(name: int) -> None:
        nonlocal done
        dice = random.Random(name)
        hashed, event = b"0" * 32, b"0" * 150
        async with pool.acquire() as connection:
            statement = await connection.prepare(TRANSFER)
            while time.perf_counter() < until:
                # In id order, so that rivals do not deadlock.
                first, second = sorted(dice.sample(numbers, 2))
                call, now_ms = f"rival:{name}:{done}", time.time_ns() // 1_000_000
                await statement.fetch(first, second, 1, call, hashed, event, now_ms)
                done += 1

    started = time.perf_counter()
    await asyncio.gather(*(worker(name) for name in range(CONNECTIONS)))
    rate = done / (time.perf_counter() - started)
    await pool.close()
    return rate
