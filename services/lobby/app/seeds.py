"""The seed file's tables: each key is applied once; what an operator changed since then wins."""

import tomllib

import msgspec

from services.lobby.app.room import Room
from services.lobby.domain.audit import AuditEntry
from services.lobby.domain.errors import BadTable
from services.lobby.domain.tables import Table, verify_table


class Seed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that are made together, once, under a key."""

    key: str
    tables: tuple[Table, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seeds: tuple[Seed, ...] = ()


def read_seeds(text: str) -> tuple[Seed, ...]:
    """The seeds of a TOML text, every table verified. Raises BadTable naming table and reason."""
    try:
        seeds = msgspec.convert(tomllib.loads(text), _File).seeds
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadTable(f"Seed file: {error}.") from error
    for seed in seeds:
        for table in seed.tables:
            try:
                verify_table(table)
            except BadTable as error:
                field = error.details.get("field", "")
                raise BadTable(
                    f"Seed {seed.key}, table {table.table_id}, {field}: {error.sentence}"
                ) from error
    return seeds


async def apply_seeds(room: Room, seeds: tuple[Seed, ...]) -> int:
    """Makes the tables of keys that were never applied; how many tables were made."""
    made = 0
    for seed in seeds:
        async with room.store.begin() as tx:
            if not await tx.tables.claim_seed(seed.key, room.clock.now_ms()):
                continue
            for table in seed.tables:
                if await tx.tables.get(table.table_id) is not None:
                    continue
                stamped = msgspec.structs.replace(table, changed_at_ms=room.clock.now_ms())
                await tx.tables.add(stamped)
                await tx.records.add_entry(_entry(room, seed, stamped))
                made += 1
    return made


def _entry(room: Room, seed: Seed, table: Table) -> AuditEntry:
    return AuditEntry(
        entry_id=room.ids.uuid7(),
        at_ms=room.clock.now_ms(),
        actor_account_id="seed",
        actor_name="seed",
        service="lobby",
        call="create_table",
        subject=f"table:{table.table_id}",
        reason=f"seed {seed.key}",
        after_json=msgspec.json.encode(table).decode(),
    )
