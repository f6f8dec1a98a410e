"""The hand logs' disk, with somebody who looks on: told of each record the moment it is durable."""

from collections.abc import Callable

from riverbus.core.ports import LogRecord
from riverbus.sim.hand_log import LogDisk
from riverbus.sim.room.processes import PROCESS

Onlooker = Callable[[str, LogRecord], None]
"""Gets the process that wrote, and the record."""


class WatchedDisk(LogDisk):
    """As LogDisk; onlookers hear of a record before its writer does."""

    def __init__(self) -> None:
        super().__init__()
        self.onlookers: list[Onlooker] = []

    def append(self, record: LogRecord, expected: int) -> int | None:
        """See LogDisk."""
        sequence = super().append(record, expected)
        if sequence is not None:
            for onlooker in self.onlookers:
                onlooker(PROCESS.get(), record)
        return sequence
