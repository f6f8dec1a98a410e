"""CPU of a local room's processes, by the system's own count; 0 where the system does not tell."""

import os
from pathlib import Path

from riverbus.cli.local.room import LocalRoom

OURS = "load generator"


def cpu_seconds(room: LocalRoom) -> dict[str, float]:
    """CPU used so far by each living service process and server, and by ourselves."""
    used = {OURS: sum(os.times()[:2])}
    pids = {name: child.pid for name, child in room.children.items()}
    if room.nats is not None:
        pids |= {node.name.replace("riverbus", "nats"): node.pid for node in room.nats.nodes}
    for name, pid in pids.items():
        used[name] = used.get(name, 0.0) + cpu_s(pid)
    if room.postgres is not None:
        used["postgres"] = sum(cpu_s(pid) for pid in family(room.postgres.pid))
    return used


def cpu_s(pid: int) -> float:
    """CPU seconds that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and its children."""
    found = [pid]
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.parent.name))
    return found
