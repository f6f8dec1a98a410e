"""JSON lines on standard error: time, level, service, message, trace id, context, extra fields.

`log.info("seat taken", extra={"seat": 3})` adds fields; `log_context(table=…)` adds them to every
line inside. Secrets and cards never go into a log call.
"""

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec

from riverbus.runtime.calls import trace_id

_context: ContextVar[dict[str, object] | None] = ContextVar("riverbus_log_context", default=None)
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
MAX_LINE_BYTES = 16_384


@contextmanager
def log_context(**fields: object) -> Iterator[None]:
    """Every line logged inside, also by tasks started there, carries these fields."""
    token = _context.set({**(_context.get() or {}), **fields})
    try:
        yield
    finally:
        _context.reset(token)


class JsonFormatter(logging.Formatter):
    """One JSON object a line, at most MAX_LINE_BYTES long."""

    def __init__(self, service: str, instance: str) -> None:
        super().__init__()
        self._service = service
        self._instance = instance

    def format(self, record: logging.LogRecord) -> str:
        """The line without its newline."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "service": self._service,
            "instance": self._instance,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if trace := trace_id():
            line["trace"] = trace
        line.update(_context.get() or {})
        line.update({key: value for key, value in vars(record).items() if key not in _OWN})
        if record.exc_info and record.exc_info[0]:
            line["exception"] = "".join(traceback.format_exception(*record.exc_info))
        encoded = msgspec.json.encode(line, enc_hook=str)
        if len(encoded) > MAX_LINE_BYTES:
            line = {key: str(value)[:1000] for key, value in line.items()}
            encoded = msgspec.json.encode(line)[:MAX_LINE_BYTES]
        return encoded.decode(errors="replace")


def set_up_logs(service: str, instance: str, level: str) -> None:
    """Route all logging of this process to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(service, instance))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("nats", "asyncio", "aiohttp.access", "alembic", "sqlalchemy.engine"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
