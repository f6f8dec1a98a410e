"""Configuration: one frozen struct a service, read once from RIVERBUS_* and validated.

A field `grpc_listen` is read from RIVERBUS_<SERVICE>_GRPC_LISTEN, else RIVERBUS_GRPC_LISTEN; lists
are comma-separated. Every field says what it is for: docs/configuration.md is made from that.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from riverbus.core.errors import ErrorKind, RoomError

_C = TypeVar("_C", bound="ServiceConfig")


class ConfigRefused(RoomError):
    """Raised when a setting is missing or has a value that it may not have."""

    code = "config_refused"
    kind = ErrorKind.INVALID


def doc(text: str, *, secret: bool = False, **bounds: Any) -> Meta:
    """What a field is for: `Annotated[int, doc("Rows a page.", ge=1, le=200)]`."""
    return Meta(description=text, extra={"secret": secret}, **bounds)


class ServiceConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What every service reads. Services add their own fields in services/X/config.py."""

    home: Annotated[
        str, doc("Folder of the demo's data and secrets; a cluster does not need it.")
    ] = "var"
    instance: Annotated[
        str,
        doc("Name of this process among its replicas, such as table-0; default: SERVICE-0."),
    ] = ""
    nats_url: Annotated[
        str, doc("NATS servers, comma-separated: nats://host:4222.", secret=True)
    ] = "nats://127.0.0.1:4222"
    nats_user: Annotated[str, doc("NATS user of this service; empty: none.")] = ""
    nats_password: Annotated[str, doc("Its password.", secret=True)] = ""
    nats_replicas: Annotated[
        int, doc("Copies of each stream and bucket; three in a cluster.", ge=1, le=5)
    ] = 1
    database_url: Annotated[
        str,
        doc(
            "PostgreSQL of this service: postgresql://role:password@host:5432/database.",
            secret=True,
        ),
    ] = ""
    database_pool: Annotated[int, doc("Database connections of this process.", ge=1, le=100)] = 10
    grpc_listen: Annotated[str, doc("Address of the gRPC server; port 0 takes a free one.")] = (
        "127.0.0.1:0"
    )
    http_listen: Annotated[
        str, doc("Address of /metrics, /livez and /readyz; port 0 takes a free one.")
    ] = "127.0.0.1:0"
    advertise: Annotated[
        str, doc("host:port by which others reach the gRPC server; default: where it listens.")
    ] = ""
    private_key: Annotated[
        str, doc("Ed25519 private key that signs this service's tokens, base64.", secret=True)
    ] = ""
    public_keys: Annotated[
        dict[str, str],
        doc(
            'Public keys of all services: {"wallet": "base64", …} as JSON; "new,old" while one is '
            "rotated."
        ),
    ] = {}
    wallet_addresses: Annotated[
        tuple[str, ...], doc("Wallet replicas, comma-separated, or one dns:///name:port.")
    ] = ()
    lobby_addresses: Annotated[
        tuple[str, ...], doc("Lobby replicas, comma-separated, or one dns:///name:port.")
    ] = ()
    chat_addresses: Annotated[
        tuple[str, ...], doc("Chat replicas, comma-separated, or one dns:///name:port.")
    ] = ()
    call_timeout_s: Annotated[
        float, doc("Deadline of a call to another service that names none, seconds.", gt=0, le=60)
    ] = 5.0
    drain_s: Annotated[
        float, doc("Longest time for a drain after SIGTERM, seconds.", ge=0, le=600)
    ] = 60.0
    log_level: Annotated[
        str, doc("debug, info, warning or error.", pattern="^(debug|info|warning|error)$")
    ] = "info"
    port_file: Annotated[
        str, doc("Written with the addresses that were bound, as JSON, once ready; empty: none.")
    ] = ""


class Field(msgspec.Struct, frozen=True):
    """One setting, as the reference page shows it."""

    name: str
    type_name: str
    default: str | None
    text: str
    secret: bool


def read_config(kind: type[_C], service: str, environment: Mapping[str, str]) -> _C:
    """The service's configuration. Raises ConfigRefused naming the variable and the reason."""
    raw: dict[str, object] = {}
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        for variable in variables(service, field.name):
            if variable in environment:
                raw[field.name] = _parse(environment[variable], hints[field.name], variable)
                break
        else:
            if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
                raise ConfigRefused(
                    f"{variables(service, field.name)[-1]} is not set and has no default."
                )
    try:
        return msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$.")
        variable = variables(service, path.rstrip("`"))[-1]
        raise ConfigRefused(f"{variable}: {message}.") from error


def variables(service: str, field: str) -> tuple[str, str]:
    """The environment variables of a field, the one that wins first."""
    return f"RIVERBUS_{service.upper()}_{field.upper()}", f"RIVERBUS_{field.upper()}"


def fields(kind: type[ServiceConfig]) -> list[Field]:
    """All settings of a service, in the order of declaration."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in msgspec.structs.fields(kind):
        meta = _meta(hints[field.name])
        if meta is None or not meta.description:
            raise TypeError(f"{kind.__name__}.{field.name} has no doc(…)")
        default = None
        if field.default is not msgspec.NODEFAULT:
            default = _shown(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            default = _shown(field.default_factory())
        found.append(
            Field(
                name=field.name,
                type_name=_type_name(hints[field.name]),
                default=default,
                text=meta.description,
                secret=bool((meta.extra or {}).get("secret")),
            )
        )
    return found


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _meta(hint: Any) -> Meta | None:
    found = [part for part in get_args(hint)[1:] if isinstance(part, Meta)]
    return found[0] if get_origin(hint) is Annotated and found else None


def _parse(text: str, hint: Any, variable: str) -> object:
    plain = get_origin(_plain(hint)) or _plain(hint)
    if plain in (tuple, list, frozenset):
        return [part.strip() for part in text.split(",") if part.strip()]
    if plain is dict:
        try:
            return msgspec.json.decode(text or "{}")
        except msgspec.DecodeError as error:
            raise ConfigRefused(f"{variable} is not JSON: {error}.") from error
    return text


def _type_name(hint: Any) -> str:
    plain = _plain(hint)
    if get_origin(plain) in (tuple, list, frozenset):
        return "list"
    if get_origin(plain) is dict:
        return "JSON"
    return plain.__name__ if isinstance(plain, type) else str(plain)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list, frozenset)):
        return ",".join(map(str, value))
    return "{}" if value == {} else str(value)
