"""Passwords and tokens."""

import asyncio
import threading

from services.lobby.adapters.secrets import ArgonSecrets


async def test_passwords_are_hashed_off_the_loop_and_checked() -> None:
    secrets = ArgonSecrets(memory_kib=64, passes=1, threads=1)
    hashed = await secrets.hash_password("correct horse")
    assert hashed.startswith("$argon2id$v=19$m=64,t=1,p=1$")
    assert await secrets.check_password(hashed, "correct horse")
    assert not await secrets.check_password(hashed, "wrong horse")
    assert not await secrets.check_password("", "correct horse")
    assert not await secrets.check_password("no hash", "correct horse")
    assert not secrets.outdated(hashed)
    assert ArgonSecrets(memory_kib=128, passes=1, threads=1).outdated(hashed)
    secrets.close()


async def test_the_loop_runs_while_a_password_is_hashed() -> None:
    secrets = ArgonSecrets(memory_kib=16_384, passes=8, threads=1)
    hashing = asyncio.create_task(secrets.hash_password("correct horse"))
    turns = 0
    while not hashing.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 1
    assert await hashing
    assert not any(thread is threading.main_thread() for thread in secrets._pool._threads)
    secrets.close()


def test_tokens_differ_and_have_256_bits() -> None:
    secrets = ArgonSecrets(memory_kib=64, passes=1, threads=1)
    tokens = {secrets.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}
    assert {len(secrets.token_hash(token)) for token in tokens} == {32}
    secrets.close()
