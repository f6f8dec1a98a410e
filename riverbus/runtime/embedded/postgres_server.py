"""A PostgreSQL server on 127.0.0.1 whose data lies in a folder: UTF8, passwords, fast stop."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from riverbus.runtime.embedded.postgres_binaries import (
    Binaries,
    find_binaries,
    reachable_binaries,
    reachable_folder,
    server_user,
)
from riverbus.runtime.embedded.process import ServerFailed, ServerProcess, as_user, free_port

READY_S = 60.0
ADMIN = "riverbus_admin"
DATABASE = "riverbus"


class PostgresServer:
    """`durable=False` is for tests only: no fsync."""

    def __init__(
        self,
        folder: Path,
        *,
        password: str,
        port: int = 0,
        durable: bool = True,
        connections: int = 200,
    ) -> None:
        self._asked_folder = folder
        self._password = password
        self._durable = durable
        self._connections = connections
        self.port = port or free_port()
        self._process: ServerProcess | None = None

    def url(self, database: str = DATABASE) -> str:
        """The admin's URL: for `migrate` and for making databases."""
        return f"postgresql://{ADMIN}:{self._password}@127.0.0.1:{self.port}/{database}"

    def role_url(self, role: str, password: str, database: str = DATABASE) -> str:
        """URL for another role."""
        return f"postgresql://{role}:{password}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """Of the running postmaster."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Make the cluster if there is none, start, wait. Raises ServerFailed with what to do."""
        user = server_user()
        try:
            folder = reachable_folder(self._asked_folder, user)
            data = folder / "data"
            binaries = reachable_binaries(find_binaries(_major_of(data)), user)
            _own(folder, user)
            self._process = ServerProcess("PostgreSQL", folder / "postgres.log", user)
            if not (data / "PG_VERSION").exists():
                self._make_cluster(binaries, folder, user)
        except OSError as error:
            raise ServerFailed(
                f"Cannot write to {self._asked_folder}: {error.strerror}. "
                "Set RIVERBUS_HOME to a folder of yours."
            ) from error
        status = data / "postmaster.pid"
        if _is_stale(status):
            status.unlink(missing_ok=True)
        self._process.start(
            [str(binaries.folder / "postgres"), "-D", str(data), *self._settings()],
            lambda: _is_ready(status),
            seconds=READY_S,
            death_signal=signal.SIGINT,
            environment={"LC_ALL": "C", "TZ": "UTC", "PATH": os.environ.get("PATH", "")},
        )

    def stop(self) -> None:
        """Fast stop: sessions are cut, data is written."""
        if self._process is not None:
            self._process.stop(signal.SIGINT, signal.SIGQUIT)

    def kill(self) -> None:
        """SIGKILL of the postmaster, as a crash; the next start recovers."""
        if self._process is not None:
            self._process.stop(signal.SIGKILL)

    def _settings(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": str(self._connections),
            "shared_buffers": "64MB",
            "password_encryption": "scram-sha-256",
            "log_min_messages": "warning",
            "log_min_error_statement": "panic",
            "timezone": "UTC",
        }
        if not self._durable:
            settings |= {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
        return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]

    def _make_cluster(self, binaries: Binaries, folder: Path, user: str | None) -> None:
        data, secret = folder / "data", folder / "password"
        shutil.rmtree(data, ignore_errors=True)
        secret.touch(mode=0o600)
        secret.write_text(self._password)
        _own(secret, user)
        command = [
            str(binaries.folder / "initdb"), "-D", str(data), "-U", ADMIN, "-A", "scram-sha-256",
            "--pwfile", str(secret), "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, cwd="/", capture_output=True, text=True, timeout=READY_S, **as_user(user)
            )
        except subprocess.TimeoutExpired as error:
            raise ServerFailed("PostgreSQL's initdb did not end in 60 s.") from error
        finally:
            secret.unlink()
        if done.returncode:
            shutil.rmtree(data, ignore_errors=True)
            raise ServerFailed(f"PostgreSQL's initdb failed: {done.stderr.strip()[-500:]}")


def _major_of(data: Path) -> int | None:
    try:
        return int((data / "PG_VERSION").read_text())
    except (OSError, ValueError):
        return None


def _is_ready(status: Path) -> bool:
    """pg_ctl's own way: the eighth line of postmaster.pid says ready."""
    try:
        lines = status.read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


def _is_stale(status: Path) -> bool:
    """True where the process that wrote the file is gone."""
    try:
        os.kill(int(status.read_text().splitlines()[0]), 0)
    except (OSError, ValueError, IndexError):
        return True
    return False


def _own(path: Path, user: str | None) -> None:
    if user is not None:
        shutil.chown(path, user)
