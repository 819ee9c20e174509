"""The certificate of the house's own: kept, renewed in time, and good for nothing but the house."""

import ipaddress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import pytest
from cryptography import x509

from webapp.http import house_certificate
from webapp.http.house_certificate import HouseCertificate


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HouseCertificate:
    _this_machine(monkeypatch, "192.168.7.5")
    made = HouseCertificate(tmp_path / "https")
    assert made.renew()
    return made


def _this_machine(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    monkeypatch.setattr(house_certificate, "own_addresses", lambda: list(addresses))
    monkeypatch.setattr(house_certificate, "machine_names", lambda: ["kitchen", "kitchen.local"])


def _shown(own: HouseCertificate) -> tuple[list[str], x509.Certificate]:
    found = x509.load_pem_x509_certificate(own.chain_file.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in names], found


def test_it_stays_while_nothing_changes(own: HouseCertificate) -> None:
    before = own.chain_file.read_bytes(), own.root_file.read_bytes()
    assert not own.renew()
    assert (own.chain_file.read_bytes(), own.root_file.read_bytes()) == before
    assert _shown(own)[0] == ["localhost", "kitchen", "kitchen.local", "127.0.0.1", "192.168.7.5"]


def test_another_address_gets_another_one_by_the_same_root(
    own: HouseCertificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = own.root_file.read_bytes()
    _this_machine(monkeypatch, "10.0.0.9", "203.0.113.7")
    assert own.renew()
    assert own.root_file.read_bytes() == root
    assert _shown(own)[0][-2:] == ["10.0.0.9", "127.0.0.1"], "an address of the internet is none of the house"


def test_it_is_renewed_before_it_ends(own: HouseCertificate, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _shown(own)[1]
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=398)

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp((found.not_valid_after_utc - timedelta(days=29)).timestamp(), tz)

    monkeypatch.setattr(house_certificate, "datetime", Later)
    assert own.renew()
    assert _shown(own)[1].not_valid_after_utc > found.not_valid_after_utc


def test_one_of_another_root_or_none_is_made_anew(own: HouseCertificate, tmp_path: Path) -> None:
    other = HouseCertificate(tmp_path / "other")
    other.renew()
    own.chain_file.write_bytes(other.chain_file.read_bytes())
    assert own.renew()
    own.chain_file.write_text("torn")
    assert own.renew()
    root = own.root()
    assert root is not None
    _shown(own)[1].verify_directly_issued_by(root)


def test_the_root_vouches_for_local_networks_alone(own: HouseCertificate) -> None:
    root = own.root()
    assert root is not None
    assert root.not_valid_after_utc > datetime.now(UTC) + timedelta(days=3000)
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints)
    allowed = constraints.value.permitted_subtrees or ()
    assert constraints.critical
    assert {name.value for name in allowed if isinstance(name, x509.DNSName)} == {"localhost", "local", "kitchen"}
    networks = [name.value for name in allowed if isinstance(name, x509.IPAddress)]
    assert len(networks) == len(house_certificate.LOCAL)
    assert not any(ipaddress.ip_address("203.0.113.7") in network for network in networks)
