"""The image: built from the wheelhouse, run as a stranger without rights, starts a real service.

`make image-test` runs these where a container engine is; `make test` leaves them out.
"""

import os
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.runtime.embedded.process import free_port
from riverbus.runtime.streams import SERVICES
from tests.fixtures.servers import scratch_folder
from tests.fixtures.skips import skip_without

ROOT = Path(__file__).resolve().parents[2]
IMAGE = "riverbus:under-test"
READY_S = 60.0

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def docker(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["docker", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "DOCKER_BUILDKIT": "1"},
    )


@pytest.fixture(scope="module")
def image() -> str:
    """The image of this checkout."""
    if os.environ.get("RIVERBUS_IMAGE_TEST") != "1" or docker("info").returncode:
        skip_without("container")
    built = docker("build", "--file", "deploy/Dockerfile", "--tag", IMAGE, ".")
    assert built.returncode == 0, built.stderr[-3000:]
    return IMAGE


@pytest.fixture(scope="module")
def room() -> Iterator[LocalRoom]:
    """Servers and neighbours for the container to meet."""
    only = Replicas(gateway=1, table=1, wallet=1, lobby=1, chat=1)
    with scratch_folder() as folder, LocalRoom(folder / "room", replicas=only) as made:
        yield made


def test_the_image_runs_as_nobody_and_knows_its_commands(image: str) -> None:
    shown = docker("run", "--rm", "--read-only", "--cap-drop", "ALL", image)
    assert shown.returncode == 0, shown.stderr
    assert "migrate" in shown.stdout
    user = docker("image", "inspect", "--format", "{{.Config.User}}", image)
    assert user.stdout.strip() == "10001"


def test_the_image_holds_client_migrations_seeds_and_contracts(image: str) -> None:
    code = (
        "from importlib.resources import files\n"
        "for package, name in (('riverbus.web', 'index.html'), ('services.lobby', "
        "'seeds/tables.toml'), ('services.wallet', 'migrations'), "
        "('riverbus.proto', 'riverbus/table/v1/table.proto')):\n"
        "    assert (files(package) / name).is_file() or (files(package) / name).is_dir(), name\n"
    )
    done = docker("run", "--rm", "--entrypoint", "python", image, "-c", code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_in_the_image_becomes_ready_with_a_read_only_root(
    service: str, image: str, room: LocalRoom
) -> None:
    from testcontainers.core.container import DockerContainer

    os.environ["TESTCONTAINERS_RYUK_DISABLED"] = "true"
    port = free_port()
    container = DockerContainer(image).with_command([f"services.{service}"])
    settings = room.environment(service) | {
        "RIVERBUS_INSTANCE": f"{service}-in-the-image",
        "RIVERBUS_HTTP_LISTEN": f"127.0.0.1:{port}",
        "RIVERBUS_GRPC_LISTEN": "127.0.0.1:0",
        "RIVERBUS_GATEWAY_PUBLIC_LISTEN": "127.0.0.1:0",
    }
    for name, value in settings.items():
        container = container.with_env(name, value)
    container = container.with_tmpfs_mount("/tmp").with_kwargs(
        network_mode="host", read_only=True, cap_drop=["ALL"]
    )
    with container:
        deadline = time.monotonic() + READY_S
        while not _ready(port):
            assert time.monotonic() < deadline, container.get_logs()
            time.sleep(0.2)


def _ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=1) as got:
            return bool(got.status == 200)
    except OSError:
        return False
