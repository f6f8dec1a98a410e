"""What the gateway reads from its environment."""

from typing import Annotated

from riverbus.runtime.config import ServiceConfig, doc


class GatewayConfig(ServiceConfig, frozen=True, kw_only=True):
    """Where browsers and bots come in, and how much they may ask."""

    public_listen: Annotated[
        str, doc("Address of the page, REST and WebSocket; port 0: a free one; empty: no doors.")
    ] = "127.0.0.1:8080"
    public_port_file: Annotated[
        str, doc("Written with the public address that was bound, as JSON; empty: none.")
    ] = ""
    public_origins: Annotated[
        tuple[str, ...],
        doc("Origins of pages that may use this gateway beside its own, https://host[:port]."),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        doc("Networks of proxies whose X-Forwarded-For and -Proto are believed, 10.0.0.0/8."),
    ] = ()
    cookie_secure: Annotated[
        str,
        doc(
            "Secure cookies: always, never, or auto (when the request came by TLS).",
            pattern="^(always|never|auto)$",
        ),
    ] = "auto"
    tls_certificate: Annotated[
        str, doc("PEM file of the certificate chain; empty: a proxy does TLS, or nobody.")
    ] = ""
    tls_key: Annotated[str, doc("PEM file of its key.")] = ""
    web_dir: Annotated[
        str, doc("Folder of the web client; empty: the one that came with this package.")
    ] = ""
    frame_burst: Annotated[
        float, doc("Frames that a connection may send at once.", ge=10, le=100_000)
    ] = 120.0
    frames_per_s: Annotated[
        float, doc("Frames a second that a connection may send for long.", ge=1, le=10_000)
    ] = 30.0
    account_burst: Annotated[
        float, doc("Frames and requests that an account may send at once.", ge=10, le=100_000)
    ] = 480.0
    account_per_s: Annotated[
        float, doc("Frames and requests a second of an account for long.", ge=1, le=10_000)
    ] = 90.0
    address_burst: Annotated[
        float,
        doc("Requests without a session that an address may send at once.", ge=10, le=100_000),
    ] = 200.0
    address_per_s: Annotated[
        float, doc("Requests without a session a second of an address.", ge=0.1, le=10_000)
    ] = 10.0
    max_connections: Annotated[int, doc("Sockets that this process takes.", ge=1, le=1_000_000)] = (
        20_000
    )
