"""Generates the gateway's frame structs and their conversions from the descriptors in riverbus/pb.

`python tools/generate_frames.py` writes; `--check` only says whether the committed code is current.
Run it after `make proto`: the descriptors are the source, so JSON and binary cannot drift apart.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from riverbus.pb.client.v1 import frames_pb2

ROOT = Path(__file__).resolve().parent.parent
STRUCTS = ROOT / "services" / "gateway" / "domain" / "frames.py"
CONVERTERS = ROOT / "services" / "gateway" / "adapters" / "frames_pb.py"
ROOTS = ("ClientFrame", "ServerFrame")
INTS = {
    FieldDescriptor.CPPTYPE_INT32: "Int32",
    FieldDescriptor.CPPTYPE_INT64: "Int64",
}
HEAD = '''"""{title}

Generated from proto/ by tools/generate_frames.py. Do not edit.
"""
'''


def main() -> int:
    """Generate or check; exit status 1 when the committed code is not current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare with what is there")
    check = parser.parse_args().check
    messages, enums = _reachable()
    fresh = {
        STRUCTS: _formatted(_structs(messages, enums)),
        CONVERTERS: _formatted(_converters(messages, enums)),
    }
    stale = [path for path, text in fresh.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if check:
            name = path.relative_to(ROOT)
            print(f"{name} is not what proto/ gives: run tools/generate_frames.py")
        else:
            path.write_text(fresh[path])
    return 1 if check and stale else 0


def _formatted(text: str) -> str:
    """As `ruff format` and its import order have it."""
    for arguments in (["check", "--select=I", "--fix", "--quiet"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *arguments, "--stdin-filename", str(STRUCTS), "-"]
        done = subprocess.run(ruff, cwd=ROOT, input=text, text=True, capture_output=True)
        if done.returncode:
            sys.exit(done.stderr or "ruff failed")
        text = done.stdout
    return text


def _reachable() -> tuple[list[Descriptor], list[EnumDescriptor]]:
    """All messages below the two frames, a message after those that it holds, and their enums."""
    messages: dict[str, Descriptor] = {}
    enums: dict[str, EnumDescriptor] = {}

    def visit(message: Descriptor) -> None:
        for field in message.fields:
            if field.enum_type is not None:
                enums[field.enum_type.name] = field.enum_type
            inner = None if _is_map(field) else field.message_type
            if inner is not None and inner.name not in messages:
                visit(inner)
        known = messages.setdefault(message.name, message)
        if known.full_name != message.full_name:
            sys.exit(f"two messages of one name: {known.full_name} and {message.full_name}")

    for name in ROOTS:
        visit(frames_pb2.DESCRIPTOR.message_types_by_name[name])
    return list(messages.values()), sorted(enums.values(), key=lambda enum: enum.name)


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _table(enum_name: str) -> str:
    """PostKind gives POST_KIND."""
    return "".join("_" + c if c.isupper() else c for c in enum_name).lstrip("_").upper()


def _member(enum: EnumDescriptor, name: str) -> str:
    """A value's name without the prefix of its type: VERB_RAISE gives RAISE."""
    return name.removeprefix(_table(enum.name) + "_")


def _scalar(field: FieldDescriptor) -> tuple[str, str]:
    """The field's type and default, taken for itself (not repeated, not optional)."""
    if field.enum_type is not None:
        zero = _member(field.enum_type, field.enum_type.values_by_number[0].name)
        return field.enum_type.name, f"{field.enum_type.name}.{zero}"
    if field.message_type is not None:
        return field.message_type.name, "UNSET"
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return "bool", "False"
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING and field.type == field.TYPE_STRING:
        return "str", '""'
    if field.cpp_type in INTS:
        return INTS[field.cpp_type], "0"
    sys.exit(f"{field.full_name}: frames know no such type")


def _optional(field: FieldDescriptor) -> bool:
    return not field.is_repeated and field.has_presence


def _annotation(field: FieldDescriptor) -> str:
    if _is_map(field):
        return "dict[str, str] = {}"
    kind, default = _scalar(field)
    if field.is_repeated:
        return f"tuple[{kind}, ...] = ()"
    if _optional(field):
        return f"{kind} | UnsetType = UNSET"
    return f"{kind} = {default}"


def _structs(messages: list[Descriptor], enums: list[EnumDescriptor]) -> str:
    lines = [
        HEAD.format(title="What clients and the gateway say to each other, as frozen structs."),
        "from enum import StrEnum",
        "from typing import Annotated",
        "",
        "from msgspec import UNSET, Meta, Struct, UnsetType",
        "",
        "AMOUNT_MAX = 10**15",
        "Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]",
        "Int64 = Annotated[int, Meta(ge=-AMOUNT_MAX, le=AMOUNT_MAX)]",
    ]
    for enum in enums:
        lines += ["", "", f"class {enum.name}(StrEnum):", f'    """{enum.full_name}."""', ""]
        for value in enum.values:
            member = _member(enum, value.name)
            lines.append(f'    {member} = "{member.lower()}"')
    for message in messages:
        options = "frozen=True, omit_defaults=True, forbid_unknown_fields=True"
        lines += ["", "", f"class {message.name}(Struct, {options}):"]
        lines += [f'    """{message.full_name}."""', ""]
        lines += [f"    {field.name}: {_annotation(field)}" for field in message.fields]
        if not message.fields:
            lines.pop()
    return "\n".join(lines) + "\n"


def _from_pb(field: FieldDescriptor) -> str:
    """The expression that gives the struct's field from the message `m`."""
    name = field.name
    if _is_map(field):
        return f"dict(m.{name})"
    if field.is_repeated:
        if field.message_type is not None:
            return f"tuple([{field.message_type.name}_from_pb(x) for x in m.{name}])"
        return f"tuple(m.{name})"
    value = f"m.{name}"
    if field.enum_type is not None:
        kind, zero = _scalar(field)
        value = f"{_table(kind)}_NAMES.get(m.{name}, f.{zero})"
    elif field.message_type is not None:
        value = f"{field.message_type.name}_from_pb(m.{name})"
    if _optional(field):
        return f'{value} if m.HasField("{name}") else UNSET'
    return value


def _to_pb(field: FieldDescriptor) -> list[str]:
    """Statements that set the message `m`'s field from the struct `s`."""
    name = field.name
    if _is_map(field):
        return [f"    m.{name}.update(s.{name})"]
    if field.is_repeated:
        if field.message_type is None:
            return [f"    m.{name}.extend(s.{name})"]
        return [
            f"    for {name}_x in s.{name}:",
            f"        {field.message_type.name}_into_pb({name}_x, m.{name}.add())",
        ]
    if field.message_type is not None:
        return [
            f"    if s.{name} is not UNSET:",
            f"        m.{name}.SetInParent()",
            f"        {field.message_type.name}_into_pb(s.{name}, m.{name})",
        ]
    value = f"s.{name}"
    if field.enum_type is not None:
        value = f"{_table(field.enum_type.name)}_NUMBERS[s.{name}]"
    if _optional(field):
        return [f"    if s.{name} is not UNSET:", f"        m.{name} = {value}"]
    return [f"    m.{name} = {value}"]


def _converters(messages: list[Descriptor], enums: list[EnumDescriptor]) -> str:
    modules = sorted(
        {item.file.name.removesuffix(".proto").replace("/", ".") for item in [*messages, *enums]}
    )
    imports: list[str] = []
    aliases: dict[str, str] = {}
    for module in modules:
        folder, _, leaf = module.rpartition(".")
        aliases[module.replace(".", "/") + ".proto"] = f"{leaf}_pb2"
        package = folder.replace("riverbus.", "riverbus.pb.", 1)
        imports.append(f"from {package} import {leaf}_pb2")
    lines = [
        HEAD.format(title="Frame structs from and into their protobuf messages."),
        "",
        "from msgspec import UNSET",
        "",
        *sorted(imports),
        "from services.gateway.domain import frames as f",
        "",
    ]
    for enum in enums:
        module = aliases[enum.file.name]
        pairs = [
            (f"f.{enum.name}.{_member(enum, value.name)}", f"{module}.{value.name}")
            for value in enum.values
        ]
        names = ", ".join(f"int({number}): {name}" for name, number in pairs)
        numbers = ", ".join(f"{name}: {number}" for name, number in pairs)
        lines += [f"{_table(enum.name)}_NAMES = {{{names}}}"]
        lines += [f"{_table(enum.name)}_NUMBERS = {{{numbers}}}"]
    for message in messages:
        kind = f"{aliases[message.file.name]}.{message.name}"
        lines += ["", "", f"def {message.name}_from_pb(m: {kind}) -> f.{message.name}:"]
        lines += [
            '    """Struct of a message; an enum value of a newer release counts as unspecified."""'
        ]
        if message.fields:
            lines += [f"    return f.{message.name}("]
            lines += [f"        {field.name}={_from_pb(field)}," for field in message.fields]
            lines += ["    )"]
        else:
            lines += [f"    return f.{message.name}()"]
        lines += ["", "", f"def {message.name}_into_pb(s: f.{message.name}, m: {kind}) -> None:"]
        lines += ['    """Fill an empty message from a struct."""']
        for field in message.fields:
            lines += _to_pb(field)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
