"""One NATS node, or three that keep every stream three times, to kill and to freeze one by one."""

from collections.abc import Mapping
from pathlib import Path

from riverbus.runtime.embedded.nats_server import NatsServer, Peers
from riverbus.runtime.embedded.process import free_port


class NatsCluster:
    """Nodes on 127.0.0.1; one alone keeps its data in `folder` itself, as NatsServer does."""

    def __init__(
        self, folder: Path, *, nodes: int = 1, passwords: Mapping[str, str] | None = None
    ) -> None:
        if nodes == 1:
            self.nodes = [NatsServer(folder, passwords=passwords)]
            return
        routes = tuple(free_port() for _ in range(nodes))
        self.nodes = [
            NatsServer(folder / f"node-{number}", passwords=passwords, peers=Peers(number, routes))
            for number in range(nodes)
        ]

    @property
    def url(self) -> str:
        """For RIVERBUS_NATS_URL: all nodes, comma-separated."""
        return ",".join(node.url for node in self.nodes)

    @property
    def monitor_url(self) -> str:
        """The first node's monitoring port."""
        return self.nodes[0].monitor_url

    @property
    def replicas(self) -> int:
        """For RIVERBUS_NATS_REPLICAS."""
        return len(self.nodes)

    def node(self, name: str) -> NatsServer:
        """By its server name; KeyError without one."""
        return {node.name: node for node in self.nodes}[name]

    def start(self) -> None:
        """Start all. Raises ServerFailed."""
        for node in self.nodes:
            node.start()

    def stop(self) -> None:
        """End all in order, frozen ones too."""
        for node in self.nodes:
            node.resume()
            node.stop()
