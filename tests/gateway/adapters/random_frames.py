"""Random protobuf messages from their descriptors, and an independent reading of them."""

import json
import random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

TEXTS = ["", "river", 'quo"te\\', "née", "牌", "\u0000\u001f", "🂡"]


def fill(message: Message, dice: random.Random, depth: int = 0) -> None:
    """Sets about two thirds of the fields, one of each oneof."""
    fields: list[Any] = list(message.DESCRIPTOR.fields)
    for oneof in message.DESCRIPTOR.oneofs:
        if len(oneof.fields) > 1:
            chosen = dice.choice(oneof.fields)
            fields = [x for x in fields if x.containing_oneof is not oneof or x is chosen]
    for field in fields:
        required = field.containing_oneof is not None and len(field.containing_oneof.fields) > 1
        if not required and dice.random() < 0.33:
            continue
        _set(message, field, dice, depth)


def _set(message: Message, field: FieldDescriptor, dice: random.Random, depth: int) -> None:
    value = getattr(message, field.name)
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        value.update({dice.choice(TEXTS): dice.choice(TEXTS) for _ in range(2)})
    elif field.message_type is not None:
        if field.is_repeated:
            for _ in range(dice.randint(0, 2)):
                fill(value.add(), dice, depth + 1)
        else:
            value.SetInParent()
            fill(value, dice, depth + 1)
    elif field.is_repeated:
        value.extend(_scalar(field, dice) for _ in range(dice.randint(0, 3)))
    else:
        setattr(message, field.name, _scalar(field, dice))


def _scalar(field: FieldDescriptor, dice: random.Random) -> Any:
    if field.enum_type is not None:
        return dice.choice(field.enum_type.values).number
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return dice.choice(TEXTS)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return dice.random() < 0.5
    if field.cpp_type == FieldDescriptor.CPPTYPE_INT32:
        return dice.choice([0, 1, -1, 2**31 - 1, -(2**31)])
    return dice.choice([0, 1, -1, 10**15, -(10**15), 999_999_999_999_937])


def reading(message: Message) -> dict[str, Any]:
    """The message as the JSON form must mean it: frames.proto's head comment, nothing else."""
    out: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            out[field.name] = dict(value)
        elif field.message_type is not None:
            inner = [reading(x) for x in value] if field.is_repeated else reading(value)
            out[field.name] = inner
        elif field.enum_type is not None:
            out[field.name] = _enum(field, value)
        else:
            out[field.name] = list(value) if field.is_repeated else value
    return out


def _enum(field: FieldDescriptor, number: int) -> str:
    assert field.enum_type is not None
    words = field.enum_type.name
    prefix = "".join("_" + c if c.isupper() else c for c in words)[1:].upper() + "_"
    return field.enum_type.values_by_number[number].name.removeprefix(prefix).lower()


def from_json(raw: bytes) -> Any:
    """What an independent JSON reader sees."""
    return json.loads(raw)
