"""Makes docs/configuration.md from the services' configuration structs.

`python tools/generate_pages.py` writes; `--check` only says whether the committed page is current.
"""

import sys
from importlib import import_module
from pathlib import Path

from riverbus.runtime.config import ServiceConfig, fields
from riverbus.runtime.streams import SERVICES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "configuration.md"

HEAD = """# Configuration

Every setting is an environment variable, read once at the start. A service `X` reads
`RIVERBUS_X_FIELD` first and `RIVERBUS_FIELD` else, so one file can serve all; lists are
comma-separated. A value that cannot be is refused with the variable's name and the reason.
This page is made from the code by `make pages`. (secret) marks what belongs into a secret.
"""


def config_of(service: str) -> type[ServiceConfig]:
    """The service's own configuration struct."""
    module = import_module(f"services.{service}.config")
    return next(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, ServiceConfig) and kind is not ServiceConfig
    )


def page() -> str:
    """The whole page."""
    parts = [HEAD, _table("Every service", "", ServiceConfig, set())]
    common = {field.name for field in fields(ServiceConfig)}
    parts += [
        _table(service.capitalize(), f"{service.upper()}_", config_of(service), common)
        for service in SERVICES
    ]
    return "\n".join(parts)


def _table(title: str, prefix: str, kind: type[ServiceConfig], without: set[str]) -> str:
    rows = [
        f"| `RIVERBUS_{prefix}{field.name.upper()}` | {field.type_name} | "
        f"{'required' if field.default is None else f'`{field.default}`' if field.default else ''}"
        f" | {field.text}{' (secret)' if field.secret else ''} |"
        for field in fields(kind)
        if field.name not in without
    ]
    if not rows:
        return f"## {title}\n\nNothing of its own.\n"
    return (
        f"## {title}\n\n| variable | type | default | what it is for |\n|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


if __name__ == "__main__":
    made = page()
    if "--check" not in sys.argv:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(made)
    elif not PAGE.exists() or PAGE.read_text() != made:
        sys.exit("docs/configuration.md is not current; run `make pages`")
