"""Protobuf messages as plain JSON data and back, by the rules of client frames, for any message.

Field names as in proto/, integers as numbers up to 10^15, enum values in lower case without prefix.
Slower than the generated frames; for operators' calls.
"""

import base64
import binascii
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from services.gateway.domain.errors import BadField, UnknownField
from services.gateway.domain.frames import AMOUNT_MAX

DEPTH = 12


def to_plain(message: Message) -> dict[str, Any]:
    """What is set."""
    out: dict[str, Any] = {}
    for field, value in message.ListFields():
        if _is_map(field):
            out[field.name] = {str(key): item for key, item in value.items()}
        elif field.is_repeated:
            out[field.name] = [_plain(field, item) for item in value]
        else:
            out[field.name] = _plain(field, value)
    return out


def fill(message: Message, data: Any, depth: int = 0) -> None:
    """Set an empty message from plain data. Raises BadField, UnknownField."""
    if not isinstance(data, dict) or depth > DEPTH:
        raise BadField("A message is a JSON object.")
    fields: Any = message.DESCRIPTOR.fields_by_name
    for name, value in data.items():
        field = fields.get(name)
        if field is None:
            raise UnknownField(f"There is no field {str(name)[:40]!r} here.")
        if _is_map(field):
            _fill_map(message, field, value)
        elif field.is_repeated:
            _fill_list(message, field, value, depth)
        elif field.message_type is not None:
            getattr(message, name).SetInParent()
            fill(getattr(message, name), value, depth + 1)
        else:
            setattr(message, name, _scalar(field, value))


def words_of(enum: EnumDescriptor) -> dict[str, int]:
    """Lower-case names without the type's prefix, and their numbers."""
    prefix = "".join("_" + c if c.isupper() else c for c in enum.name).lstrip("_").upper() + "_"
    return {value.name.removeprefix(prefix).lower(): value.number for value in enum.values}


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _plain(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None:
        return to_plain(value)
    if field.enum_type is not None:
        names = {number: word for word, number in words_of(field.enum_type).items()}
        return names.get(value, "unspecified")
    if field.type == FieldDescriptor.TYPE_BYTES:
        return base64.b64encode(value).decode()
    return value


def _fill_map(message: Message, field: FieldDescriptor, value: Any) -> None:
    if not isinstance(value, dict) or field.message_type is None:
        raise BadField(f"{field.name} is a JSON object.")
    kind: Any = field.message_type.fields_by_name["value"]
    held = getattr(message, field.name)
    for key, item in value.items():
        held[key] = _scalar(kind, item)


def _fill_list(message: Message, field: FieldDescriptor, value: Any, depth: int) -> None:
    if not isinstance(value, list):
        raise BadField(f"{field.name} is a list.")
    held = getattr(message, field.name)
    for item in value:
        if field.message_type is not None:
            fill(held.add(), item, depth + 1)
        else:
            held.append(_scalar(field, item))


def _scalar(field: FieldDescriptor, value: Any) -> Any:
    refused = BadField(f"{field.name} has a value that cannot be.", details={"field": field.name})
    if field.enum_type is not None:
        number = words_of(field.enum_type).get(value) if isinstance(value, str) else None
        if number is None:
            raise refused
        return number
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_BOOL and isinstance(value, bool):
        return value
    if kind == FieldDescriptor.CPPTYPE_STRING and isinstance(value, str):
        return _bytes(value, refused) if field.type == FieldDescriptor.TYPE_BYTES else value
    whole = isinstance(value, int) and not isinstance(value, bool)
    if kind == FieldDescriptor.CPPTYPE_INT64 and whole and -AMOUNT_MAX <= value <= AMOUNT_MAX:
        return value
    if kind == FieldDescriptor.CPPTYPE_INT32 and whole and -(2**31) <= value < 2**31:
        return value
    raise refused


def _bytes(value: str, refused: BadField) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise refused from error
