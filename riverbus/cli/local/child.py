"""One service as a child process: started, asked whether it is ready, ended by its id."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.embedded.process import dying_with_us

BACKOFF_MOST_S = 10.0
STEADY_S = 20.0


class ChildFailed(RoomError):
    """Raised when a process does not become ready; the sentence ends with its last log lines."""

    code = "process_failed"
    kind = ErrorKind.UNAVAILABLE


class Child:
    """A process of ours; restarts of one that dies wait longer each time it dies young."""

    def __init__(
        self,
        name: str,
        module: list[str],
        environment: Mapping[str, str],
        log_file: Path,
        http_address: str = "",
    ) -> None:
        self.name = name
        self.http_address = http_address
        self._module = module
        self._environment = dict(environment)
        self._log_file = log_file
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._pause_s = 0.0
        self.stopping = False

    @property
    def pid(self) -> int:
        """Of the running process; 0 where none runs."""
        return self._process.pid if self.running and self._process is not None else 0

    @property
    def running(self) -> bool:
        """True while the process lives."""
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Of the process that ended, None while it lives or before it lived."""
        return None if self._process is None else self._process.poll()

    def variable(self, name: str) -> str:
        """A variable of its environment, such as RIVERBUS_GRPC_LISTEN; empty if unset."""
        return self._environment.get(name, "")

    def start(self) -> None:
        """Run it; its output goes to its log file."""
        with self._log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [*dying_with_us(signal.SIGTERM), sys.executable, "-m", *self._module],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self._environment},
                start_new_session=True,
            )
        self._started = time.monotonic()
        self.stopping = False

    def ready(self) -> bool:
        """True once /readyz answers 200."""
        try:
            with urllib.request.urlopen(f"http://{self.http_address}/readyz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def wait_ready(self, deadline: float) -> None:
        """Until ready. Raises ChildFailed when it ends or time.monotonic() passes the deadline."""
        while not self.ready():
            if not self.running:
                raise ChildFailed(f"{self.name} ended at once. {self.log_end()}")
            if time.monotonic() > deadline:
                raise ChildFailed(f"{self.name} did not become ready. {self.log_end()}")
            time.sleep(0.05)

    def watch(self) -> bool:
        """Start it again if it died; True when it was started. Call now and then."""
        if self.running or self.stopping or self._process is None:
            return False
        now = time.monotonic()
        if now - self._started > STEADY_S:
            self._pause_s = 0.0
        if now - self._started < self._pause_s:
            return False
        self._pause_s = min(BACKOFF_MOST_S, max(0.5, self._pause_s * 2))
        self.start()
        return True

    def terminate(self) -> None:
        """Ask it to drain and end."""
        self.stopping = True
        if self.running and self._process is not None:
            self._process.terminate()

    def kill(self) -> None:
        """SIGKILL; watch() will start it again."""
        if self.running and self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def wait(self, deadline: float) -> None:
        """Until it has ended; killed once time.monotonic() passes the deadline."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)

    def log_end(self, lines: int = 6) -> str:
        """The last lines of its log, for people."""
        try:
            text = self._log_file.read_text(errors="replace").splitlines()[-lines:]
        except OSError:
            return ""
        return f"Its log, {self._log_file}, ends with:\n  " + "\n  ".join(text)
