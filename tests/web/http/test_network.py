"""The address for phones, and the host names that are answered."""

import socket

import pytest

from webapp.config import Config
from webapp.http import network


@pytest.mark.parametrize(
    ("config", "url"),
    [
        (Config(public_url="https://cards.example.org"), "https://cards.example.org"),
        (Config(host="127.0.0.1", port=81), "http://127.0.0.1:81"),
        (Config(host="localhost", port=81), "http://localhost:81"),
        (Config(host="::1", port=81), "http://[::1]:81"),
        (Config(host="0.0.0.0", port=81), "http://192.168.178.20:81"),
    ],
)
def test_which_address_is_in_qr_codes(config: Config, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.178.20")
    assert network.public_url(config) == url


@pytest.mark.parametrize(
    ("own", "best"),
    [
        (["127.0.0.1"], "127.0.0.1"),
        (["127.0.0.1", "169.254.7.7", "192.168.178.20"], "192.168.178.20"),
        (["127.0.0.1", "169.254.7.7"], "169.254.7.7"),
    ],
)
def test_without_a_way_outside_the_interfaces_are_asked(
    own: list[str], best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoRoute(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr(network.socket, "socket", NoRoute)
    monkeypatch.setattr(network, "own_addresses", lambda: own)
    assert network.lan_address() == best


def test_own_names_and_those_of_settings_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Kitchen.fritz.box")
    monkeypatch.setattr(network, "own_addresses", lambda: ["127.0.0.1", "10.0.0.7"])
    config = Config(public_url="https://cards.example.org:444", trusted_hosts=("table",))
    assert network.trusted_hosts(config) == sorted(
        ["localhost", "127.0.0.1", "10.0.0.7", "kitchen.fritz.box", "kitchen.local", "cards.example.org", "table"]
    )


def test_a_strange_machine_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network.socket, "gethostname", lambda: "a..b c")
    assert "a..b c" not in network.trusted_hosts(Config())
