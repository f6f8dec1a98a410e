"""What the lobby reads beside the common settings."""

from typing import Annotated

import msgspec

from riverbus.runtime.config import ServiceConfig, doc


class LobbyConfig(ServiceConfig, frozen=True, kw_only=True):
    """Settings of the lobby."""

    seeds_file: Annotated[
        str, doc("TOML file of tables to make, each key once; empty: the one that is shipped.")
    ] = ""
    terms_file: Annotated[
        str,
        doc("Markdown file of the terms, its first line the version; empty: the shipped one."),
    ] = ""
    refused_names_file: Annotated[
        str,
        doc("Names and parts of names that are not given out, one a line; empty: the shipped."),
    ] = ""
    majority_ages: Annotated[
        dict[str, int],
        doc("Ages of majority that differ from the shipped ones, as JSON by country code."),
    ] = msgspec.field(default_factory=dict)
    bot_key: Annotated[
        str,
        doc("Secret with which the room's own bots sign up; empty: no bots.", secret=True),
    ] = ""
    password_memory_kib: Annotated[
        int, doc("Memory of one argon2id password hash, KiB.", ge=8, le=1_048_576)
    ] = 19_456
    password_passes: Annotated[int, doc("Passes of argon2id.", ge=1, le=20)] = 2
    password_threads: Annotated[
        int, doc("Password hashes that are computed at once.", ge=1, le=64)
    ] = 2
    wallet_timeout_s: Annotated[
        float, doc("How long a sign-up waits for the wallet, seconds.", gt=0, le=30)
    ] = 3.0
    reconcile_s: Annotated[
        float, doc("How often the tables' bucket is compared with the store, seconds.", gt=0)
    ] = 30.0
