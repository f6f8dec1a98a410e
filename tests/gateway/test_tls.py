"""TLS by the gateway itself: the page, secure cookies, the WebSocket."""

import datetime
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from services.gateway.domain.wire import Form
from tests.gateway.rig import Client, House, url_of


def certificate(folder: Path) -> tuple[str, str]:
    """A self-signed certificate for localhost, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .sign(key, hashes.SHA256())
    )
    files = folder / "chain.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return str(files[0]), str(files[1])


async def test_the_gateway_does_tls(house: House, tmp_path: Path) -> None:
    chain, key = certificate(tmp_path)
    gateway = await house.gateway(tls_certificate=chain, tls_key=key)
    url = url_of(gateway)
    assert url.startswith("https://")
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    sign_in = {"login": "ann", "password": "correct horse"}
    async with house.http.post(f"{url}/api/sign-in", json=sign_in, ssl=trust) as response:
        assert response.status == 200
        assert "Secure" in response.headers["Set-Cookie"]
        assert "Strict-Transport-Security" in response.headers
    socket = await house.http.ws_connect(
        f"{url}/ws",
        protocols=(Form.JSON.value,),
        headers={"Authorization": "Bearer tok-ann"},
        ssl=trust,
    )
    welcome = await Client(socket, Form.JSON).hello()
    assert welcome.name == "ann"
