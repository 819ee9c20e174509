"""The server's own certificate authority: a root that phones trust once, and a server certificate signed by it.

The root may only vouch for local networks and this machine's own addresses and names: who steals its key can pretend
to be no other site. Key and certificates lie in the instance folder, for its owner alone to read.
"""

import ipaddress
import os
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from webapp.http.durations import CERTIFICATE_LASTS, CERTIFICATE_RENEWED_BEFORE, CLOCK_SKEW, ROOT_LASTS
from webapp.http.network import machine_names, own_addresses

LOCAL = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
"""Networks that are never in the internet."""
LOCAL_NETWORKS = tuple(map(ipaddress.ip_network, LOCAL))
Key = ec.EllipticCurvePrivateKey


class HouseCertificate:
    """The two certificates of an instance. Both are made where they are missing or about to end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root_file = folder / "root.pem"
        self.chain_file = folder / "server.pem"

    def renew(self) -> bool:
        """Renews certificates that are missing, end soon or lack an address; tells whether it did. Raises OSError."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        root, key = self._root()
        wanted = _names(root)
        found = _read(self.chain_file)
        if found is not None and _is_good(found) and _issued(found, root) and set(_names_of(found)) >= set(wanted):
            return False
        self._write(self.chain_file, *_server_certificate(root, key, wanted))
        return True

    def context(self) -> ssl.SSLContext:
        """Returns the TLS context of the server, once `renew` was called."""
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        # Said here: some builds of Python leave it to the system, which may still take older ones.
        made.minimum_version = ssl.TLSVersion.TLSv1_2
        made.load_cert_chain(self.chain_file)
        return made

    def root(self) -> x509.Certificate | None:
        """Returns the certificate to be trusted, if there is one."""
        return _read(self.root_file)

    def _root(self) -> tuple[x509.Certificate, Key]:
        found = _read(self.root_file)
        if found is None or not _is_good(found):
            self._write(self.root_file, *_root_certificate())
            found = _read(self.root_file)
        assert found is not None  # it was made just now
        key = load_pem_private_key(self.root_file.read_bytes(), None)
        assert isinstance(key, Key)  # no other is ever made
        return found, key

    def _write(self, file: Path, certificate: x509.Certificate, key: Key) -> None:
        """Key and certificate lie in one file, so that neither is ever replaced without the other."""
        new = file.with_suffix(".new")
        new.unlink(missing_ok=True)
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(secret + certificate.public_bytes(Encoding.PEM))
        new.replace(file)


def fingerprint(certificate: x509.Certificate) -> str:
    """Returns the SHA-256 of a certificate as phones show it: `A1:B2:…`."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _read(file: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except (FileNotFoundError, ValueError):
        return None


def _is_good(certificate: x509.Certificate) -> bool:
    now = datetime.now(UTC)
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - CERTIFICATE_RENEWED_BEFORE


def _issued(certificate: x509.Certificate, root: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(root)
    except Exception:  # whatever is wrong, a new one is made
        return False
    return True


def _names(root: x509.Certificate) -> list[x509.GeneralName]:
    """Returns the current names of the server, as far as this root may sign them."""
    allowed = root.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
    machines = {name.value for name in allowed if isinstance(name, x509.DNSName)}
    networks = [ipaddress.ip_network(name.value) for name in allowed if isinstance(name, x509.IPAddress)]
    addresses = map(ipaddress.ip_address, {"127.0.0.1", *own_addresses()})
    local = [ip for ip in addresses if any(ip in network for network in networks)]
    names = [name for name in ("localhost", *machine_names()) if name in machines or name.endswith(".local")]
    return [*map(x509.DNSName, dict.fromkeys(names)), *map(x509.IPAddress, sorted(local, key=str))]


def _is_local(address: str) -> bool:
    return any(ipaddress.ip_address(address) in network for network in LOCAL_NETWORKS)


def _names_of(certificate: x509.Certificate) -> Sequence[x509.GeneralName]:
    return list(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)


def _root_certificate() -> tuple[x509.Certificate, Key]:
    machines = dict.fromkeys(("localhost", "local", *(name for name in machine_names() if "." not in name)))
    # Some networks give their machines addresses of the internet: that of today is vouched for, too.
    own = [address for address in own_addresses() if not _is_local(address)]
    only = [*map(x509.DNSName, machines), *(x509.IPAddress(ipaddress.ip_network(text)) for text in (*LOCAL, *own))]
    key, name = ec.generate_private_key(ec.SECP256R1()), _name(f"Sixfold at {machine_names()[0]}")
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    made = (
        _begun(name, name, key, ROOT_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(only, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return made.sign(key, hashes.SHA256()), key


def _server_certificate(
    root: x509.Certificate, root_key: Key, names: Sequence[x509.GeneralName]
) -> tuple[x509.Certificate, Key]:
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _begun(_name("Sixfold"), root.subject, key, CERTIFICATE_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False)
    )
    return made.sign(root_key, hashes.SHA256()), key


def _begun(name: x509.Name, issuer: x509.Name, key: Key, lasts: timedelta) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + lasts)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])
