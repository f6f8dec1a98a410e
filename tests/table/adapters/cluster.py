"""Three NATS nodes on this machine, to kill and to freeze one by one."""

import signal
import socket
from pathlib import Path

import msgspec

from riverbus.runtime.embedded.nats_server import find_nats_server
from riverbus.runtime.embedded.process import ServerProcess, free_port


class Node:
    """One node; its port and its data stay over restarts."""

    def __init__(self, folder: Path, number: int, routes: list[int]) -> None:
        self.name = f"n{number}"
        self.port = free_port()
        self._folder = folder / self.name
        self._number = number
        self._routes = routes
        self._process = ServerProcess(self.name, folder / f"{self.name}.log")

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        config = self._folder / "nats.conf"
        peers = ", ".join(f'"nats://127.0.0.1:{route}"' for route in self._routes)
        config.write_text(
            "\n".join(
                [
                    f'server_name: "{self.name}"',
                    'host: "127.0.0.1"',
                    f"port: {self.port}",
                    "jetstream {",
                    f"  store_dir: {msgspec.json.encode(str(self._folder)).decode()}",
                    "  sync_interval: always",
                    "}",
                    'cluster { name: "test", host: "127.0.0.1",',
                    f"  port: {self._routes[self._number]}, routes: [{peers}] }}",
                ]
            )
        )
        self._process.start([str(find_nats_server()), "-c", str(config)], self._answers, seconds=20)

    def kill(self) -> None:
        self._process.stop(signal.SIGKILL)

    def pause(self) -> None:
        self._process.send(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send(signal.SIGCONT)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(0.2)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Cluster:
    """Three nodes."""

    def __init__(self, folder: Path) -> None:
        routes = [free_port() for _ in range(3)]
        self.nodes = [Node(folder, number, routes) for number in range(3)]

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    def node(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def start(self) -> None:
        for node in self.nodes:
            node.start()

    def stop(self) -> None:
        for node in self.nodes:
            node.resume()
            node.kill()
