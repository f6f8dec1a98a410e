"""A server as our child process: its own user where root must not run it, ended by pid.

On Linux the kernel ends it when our process dies, however that happens.
"""

import contextlib
import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from riverbus.core.errors import ErrorKind, RoomError

POLL_S = 0.01
OWN_PORTS = range(10_000, 32_000)


class ServerFailed(RoomError):
    """Raised when an embedded server cannot be started; the sentence says what to do."""

    code = "server_failed"
    kind = ErrorKind.UNAVAILABLE


class ServerProcess:
    """Starts a command, waits until it is ready, ends it."""

    def __init__(self, name: str, log_file: Path, user: str | None = None) -> None:
        self.name = name
        self._log_file = log_file
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Of the running process; 0 where none runs."""
        return self._process.pid if self.running and self._process is not None else 0

    @property
    def running(self) -> bool:
        """True while the process lives."""
        return self._process is not None and self._process.poll() is None

    def start(
        self,
        command: Sequence[str],
        ready: Callable[[], bool],
        *,
        seconds: float,
        death_signal: signal.Signals = signal.SIGTERM,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Run the command; returns when `ready()`. Raises ServerFailed with the log's end."""
        with self._log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [*dying_with_us(death_signal), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=None if environment is None else dict(environment),
                start_new_session=True,
                **as_user(self._user),
            )
        deadline = time.monotonic() + seconds
        while not ready():
            if not self.running:
                raise ServerFailed(f"{self.name} ended at once. {self.log_end()}")
            if time.monotonic() > deadline:
                self.stop(signal.SIGKILL)
                raise ServerFailed(f"{self.name} was not ready in {seconds:.0f} s.")
            time.sleep(POLL_S)

    def stop(self, *signals: signal.Signals, seconds: float = 15.0) -> None:
        """Send the signals one after the other, each with that much time, until it is gone."""
        if self._process is None:
            return
        for number in (*signals, signal.SIGKILL):
            if self._process.poll() is not None:
                break
            try:
                self._process.send_signal(number)
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
        self._process = None

    def pause(self) -> None:
        """SIGSTOP; returns when it stands still."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def resume(self) -> None:
        """SIGCONT."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    def log_end(self) -> str:
        """The last lines of its log, for people."""
        try:
            lines = self._log_file.read_text(errors="replace").splitlines()[-8:]
        except OSError:
            return ""
        return "Its log ends with:\n  " + "\n  ".join(lines)


_start = secrets.randbelow(len(OWN_PORTS))
_walk: Iterator[int] = itertools.cycle([*OWN_PORTS[_start:], *OWN_PORTS[:_start]])


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody uses now, below those of outgoing connections.

    One of the latter may be taken by anybody's next connection before our server listens on it. A
    process walks through the range from a place of its own, so that it gives no port twice.
    """
    for port in itertools.islice(_walk, len(OWN_PORTS)):
        if port_is_free(port):
            return port
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def port_is_free(port: int) -> bool:
    """True if 127.0.0.1:port can be bound now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def as_user(user: str | None) -> dict[str, Any]:
    """Arguments of Popen and run that make the command run as that user; None: as ourselves."""
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def dying_with_us(number: signal.Signals) -> list[str]:
    """Words before a command: it gets this signal when the thread that started it ends.

    Linux only. A function between fork and exec would need no other program, but it ran beside the
    threads of gRPC and could crash the child.
    """
    setpriv = shutil.which("setpriv") if sys.platform.startswith("linux") else None
    return [setpriv, "--pdeathsig", number.name, "--"] if setpriv else []
