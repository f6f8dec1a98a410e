"""Frames to and from the wire, in both forms.

A binary frame is read into its struct and then goes through the JSON reader's checks, so one set
of rules holds for both. A table event is encoded once per form; a private part is joined to it.
"""

import re

import msgspec
from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet
from msgspec import UNSET, UnsetType

from riverbus.pb.client.v1 import frames_pb2
from riverbus.pb.table.v1 import events_pb2
from services.gateway.adapters import frames_pb
from services.gateway.domain import frames as f
from services.gateway.domain.checks import ACTION_ID
from services.gateway.domain.errors import (
    BadField,
    FrameTooLarge,
    MalformedFrame,
    UnknownField,
    WrongForm,
)
from services.gateway.domain.wire import MAX_FRAME_BYTES, Form

_client = msgspec.json.Decoder(f.ClientFrame)
_server = msgspec.json.Decoder(f.ServerFrame)
_encoder = msgspec.json.Encoder()
_LOOSE_ACTION_ID = re.compile(r'"action_id"\s*:\s*"([A-Za-z0-9_-]{8,40})"')
_EVENT_TAG = bytes([frames_pb2.ServerFrame.DESCRIPTOR.fields_by_name["event"].number << 3 | 2])
_PUBLIC_TAG = bytes([frames_pb2.TableEvent.DESCRIPTOR.fields_by_name["event"].number << 3 | 2])
_OWN_TAG = bytes([frames_pb2.TableEvent.DESCRIPTOR.fields_by_name["own"].number << 3 | 2])


def decode_client(data: str | bytes, form: Form) -> f.ClientFrame:
    """A client's frame. Raises FrameTooLarge, WrongForm, MalformedFrame, UnknownField, BadField."""
    if isinstance(data, str):
        if form is not Form.JSON:
            raise WrongForm
        if len(data) > MAX_FRAME_BYTES or len(data.encode(errors="replace")) > MAX_FRAME_BYTES:
            raise FrameTooLarge
        return _decode_json(data)
    if form is not Form.BINARY:
        raise WrongForm
    if len(data) > MAX_FRAME_BYTES:
        raise FrameTooLarge
    try:
        message = frames_pb2.ClientFrame.FromString(data)
    except DecodeError as error:
        raise MalformedFrame from error
    _refuse_strangers(message)
    return _decode_json(_encoder.encode(frames_pb.ClientFrame_from_pb(message)))


def readable_action_id(data: str | bytes) -> str:
    """The action id in a frame that was refused, for its refusal; empty where there is none."""
    if isinstance(data, bytes):
        return ""
    found = _LOOSE_ACTION_ID.search(data[:MAX_FRAME_BYTES])
    return found.group(1) if found and ACTION_ID.fullmatch(found.group(1)) else ""


def encode_client(frame: f.ClientFrame, form: Form) -> str | bytes:
    """What bots and tests send."""
    if form is Form.JSON:
        return _encoder.encode(frame).decode()
    message = frames_pb2.ClientFrame()
    frames_pb.ClientFrame_into_pb(frame, message)
    return message.SerializeToString()


def decode_server(data: str | bytes, form: Form) -> f.ServerFrame:
    """What bots and tests receive. Raises as decode_client, but for the length."""
    if form is Form.JSON:
        return _server.decode(data)
    if isinstance(data, str):
        raise WrongForm
    return frames_pb.ServerFrame_from_pb(frames_pb2.ServerFrame.FromString(data))


class WireCodec:
    """The app's encoder port (app/ports.py: FrameEncoder)."""

    def encode(self, frame: f.ServerFrame, form: Form) -> bytes:
        """A whole frame."""
        if form is Form.JSON:
            return _encoder.encode(frame)
        message = frames_pb2.ServerFrame()
        frames_pb.ServerFrame_into_pb(frame, message)
        return message.SerializeToString()

    def public_piece(self, event: f.PublicEvent, form: Form) -> bytes:
        """The part of an event's frame that is the same for everybody."""
        if form is Form.JSON:
            return _encoder.encode(event)
        message = events_pb2.PublicEvent()
        frames_pb.PublicEvent_into_pb(event, message)
        raw = message.SerializeToString()
        return _PUBLIC_TAG + _varint(len(raw)) + raw

    def event_frame(self, piece: bytes, own: f.PrivateView | UnsetType, form: Form) -> bytes:
        """The event's frame for one viewer: the shared piece, with the private part if any."""
        if form is Form.JSON:
            if own is UNSET:
                return b'{"event":{"event":' + piece + b"}}"
            return b'{"event":{"event":' + piece + b',"own":' + _encoder.encode(own) + b"}}"
        inner = piece
        if own is not UNSET:
            message = events_pb2.PrivateView()
            frames_pb.PrivateView_into_pb(own, message)
            raw = message.SerializeToString()
            inner = piece + _OWN_TAG + _varint(len(raw)) + raw
        return _EVENT_TAG + _varint(len(inner)) + inner


def _decode_json(data: str | bytes) -> f.ClientFrame:
    try:
        return _client.decode(data)
    except msgspec.ValidationError as error:
        text = str(error)
        if "unknown field" in text:
            raise UnknownField(f"The frame does not fit: {text}.") from error
        raise BadField(f"The frame does not fit: {text}.") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedFrame from error


def _refuse_strangers(message: Message) -> None:
    """Unknown fields and enum values, anywhere inside (client frames hold no maps)."""
    if len(UnknownFieldSet(message)):
        raise UnknownField
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in value if field.is_repeated else [value]:
                _refuse_strangers(inner)
        elif field.enum_type is not None and value not in field.enum_type.values_by_number:
            raise UnknownField


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
