"""The room's first operator, made in the lobby's own database before the lobby starts."""

import asyncio
from collections.abc import Mapping

from riverbus.cli.local.secrets import Secrets
from riverbus.runtime.config import read_config
from riverbus.runtime.db import SCHEMAS, Database
from riverbus.runtime.sources import SystemClock, SystemIds
from services.lobby.adapters.postgres import PgStore
from services.lobby.app.registration import add_operator
from services.lobby.config import LobbyConfig
from services.lobby.wiring import make_room

FIRST_ROLES = ("player", "support", "cashier", "floor", "auditor", "admin")


def add_first_operator(secrets: Secrets, environment: Mapping[str, str]) -> None:
    """Make the operator, or leave the one that is there as it is."""
    asyncio.run(
        make_operator(
            environment,
            name=secrets.operator_name,
            email=f"{secrets.operator_name}@riverbus.example",
            password=secrets.operator_password,
            roles=FIRST_ROLES,
            reason="first start of this room",
            only_if_missing=True,
        )
    )


async def make_operator(
    environment: Mapping[str, str],
    *,
    name: str,
    email: str,
    password: str,
    roles: tuple[str, ...],
    reason: str,
    only_if_missing: bool = False,
) -> bool:
    """True if an account was made or changed. Raises RoomError as lobby's add_operator does."""
    config = read_config(LobbyConfig, "lobby", environment)
    database = Database(config.database_url, SCHEMAS["lobby"], pool=2, name="riverbus-operator")
    try:
        room = make_room(config, PgStore(database), SystemClock(), SystemIds())
        if only_if_missing:
            async with room.store.begin() as tx:
                if await tx.accounts.count_admins():
                    return False
        await add_operator(
            room, name=name, email=email, password=password, roles=roles, reason=reason
        )
        return True
    finally:
        await database.close()
