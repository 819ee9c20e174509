"""`sixfold serve --https`: a certificate that the house has made, which whoever trusts its root accepts."""

import re
import socket
import ssl
import stat
from contextlib import ExitStack
from http.client import HTTPSConnection
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from cryptography import x509

from tests.running import PATIENCE, running

HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""How a handshake begins."""


def _speaks_old_tls(port: int) -> None:
    """Shakes hands as a browser of long ago would."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version, context.maximum_version = ssl.TLSVersion.MINIMUM_SUPPORTED, ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as bare:
        context.wrap_socket(bare)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_who_trusts_the_root_is_served_over_tls_and_others_are_told_how_to_trust_it(tmp_path: Path) -> None:
    with running(tmp_path, "--https") as server:
        certificate = x509.load_der_x509_certificate(server.get("/trust/sixfold.crt")[2])
        trusting = ssl.create_default_context()
        trusting.load_verify_locations(cadata=server.get("/trust/sixfold.crt")[2])

        # A page, by which a device gets a cookie that goes over https alone.
        secure = HTTPSConnection("localhost", server.port, timeout=PATIENCE, context=trusting)
        form = "game=sixes-and-sevens&name=Ann&name=Ben&name=Cat&op=" + "k" * 43
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        secure.request("POST", "/tables", form, kind)
        answer = secure.getresponse()
        answer.read()
        cookie = answer.headers["Set-Cookie"]
        assert (answer.status, cookie[:7], "; Secure" in cookie) == (303, "__Host-", True)
        assert "Strict-Transport-Security" not in answer.headers, "http is needed for the next phone"

        # The QR of the table, and the live stream.
        secure.request("GET", f"{answer.headers['Location']}/share", headers={"Cookie": cookie.partition(";")[0]})
        assert 'data-share="https://' in secure.getresponse().read().decode()
        secure.request("GET", f"{answer.headers['Location']}/stream", headers={"Cookie": cookie.partition(";")[0]})
        stream = secure.getresponse()
        assert any(line.startswith(b"data:") for line in iter(stream.readline, b""))
        stream.close()
        secure.close()

        # Plain http says how to trust it, and nothing else.
        assert b"Certificate Trust Settings" in server.get("/tables/1?x=1")[2]
        told = server.get("/trust", **{"User-Agent": "Mozilla/5.0 (Linux; Android 14)"})[2]
        assert re.findall(rb'<details [^>]*open><summary><span class="grow">(\w+)', told) == [b"Android"]
        with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urlopen(f"https://localhost:{server.port}/", timeout=PATIENCE, context=ssl.create_default_context())
        with pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"):
            _speaks_old_tls(server.port)
        with ExitStack() as stack:
            for said in (b"", HELLO[:1], HELLO) * 20:
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port))).sendall(said)
            assert server.get("/trust")[0] == 200, "who says nothing, or ends no handshake, keeps nobody waiting"
            secure.request("GET", "/")
            assert secure.getresponse().read()
            secure.close()
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as neither:
            neither.sendall(b"\0\1 neither of the two\r\n\r\n")
            assert neither.recv(12) == b"HTTP/1.1 400"
        assert server.stop() == 0
    assert "https://" in server.out
    assert certificate.fingerprint(certificate.signature_hash_algorithm).hex(":").upper() in server.out
    assert "Traceback" not in server.err
    files = list((tmp_path / "https").iterdir())
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert {file.name for file in files} == {"root.pem", "server.pem"}
