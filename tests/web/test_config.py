"""Settings: read, refused in one line, and documented."""

import re
from ipaddress import ip_network
from pathlib import Path

import pytest
from sqlalchemy import URL

from tests.cases import each
from tests.paths import ROOT
from webapp.config import DEFAULTS, SETTINGS, BadSetting, Config


def test_defaults_are_the_documented_ones() -> None:
    config = Config.from_env({})
    assert config == Config(instance=Path("instance").absolute())
    assert str(config.port) == DEFAULTS["SIXFOLD_PORT"]


def test_every_setting_is_read() -> None:
    given = {
        "SIXFOLD_INSTANCE": "/srv/cards",
        "SIXFOLD_CHAIN_KEY": "0f" * 32,
        "SIXFOLD_HOST": "127.0.0.1",
        "SIXFOLD_PORT": "8123",
        "SIXFOLD_HTTPS": "1",
        "SIXFOLD_PUBLIC_URL": "https://cards.example.org/",
        "SIXFOLD_TRUSTED_HOSTS": "Cards.example.org, table",
        "DATABASE_URL": "postgresql://sixfold:secret@db.example.org/sixfold",
        "SIXFOLD_BACKUPS": "12",
        "SIXFOLD_PHOTO": "1",
        "SIXFOLD_PROXIES": "2",
        "SIXFOLD_TRUSTED_PROXIES": "192.0.2.1, 10.7.0.0/16,2001:db8::/64",
        "SIXFOLD_METRICS_TOKEN": "let me see",
        "SIXFOLD_LOG": "quiet",
    }
    assert set(given) == set(DEFAULTS)
    assert Config.from_env(given) == Config(
        instance=Path("/srv/cards"),
        host="127.0.0.1",
        port=8123,
        https=True,
        public_url="https://cards.example.org",
        trusted_hosts=("cards.example.org", "table"),
        server=URL.create("postgresql+psycopg", "sixfold", "secret", "db.example.org", database="sixfold"),
        backups=12,
        photo=True,
        proxies=2,
        trusted_proxies=(ip_network("192.0.2.1"), ip_network("10.7.0.0/16"), ip_network("2001:db8::/64")),
        chain_key="0f" * 32,
        metrics_token="let me see",
        log="quiet",
    )


def test_empty_means_default() -> None:
    assert Config.from_env(dict.fromkeys(DEFAULTS, " ")) == Config.from_env({})


@each(
    "name value",
    [
        ("SIXFOLD_HOST", "my laptop"),
        ("SIXFOLD_INSTANCE", "a\0b"),
        *(("SIXFOLD_PORT", value) for value in ("0", "65536", "http", "٨٠٦٦", "-1", "1e3", "9" * 5000)),
        *(
            ("SIXFOLD_PUBLIC_URL", value)
            for value in (
                "cards.example.org",
                "ftp://a",
                "http://",
                "http://a:b",
                "http://[",
                "http://a/b",
                "http://u@a",
            )
        ),
        *(("SIXFOLD_TRUSTED_HOSTS", value) for value in ("http://a", "a:80", "a b", "*", "ä.example", "a" * 64)),
        *(("DATABASE_URL", value) for value in ("db.example.org", "mysql://a/b", "postgresql://a:b/c", "sqlite://")),
        *(("SIXFOLD_PROXIES", value) for value in ("-1", "nginx", "1.5")),
        *(
            ("SIXFOLD_TRUSTED_PROXIES", value)
            for value in ("nginx", "*", "0.0.0.0/0", "::/0", "10.0.0.1/8", "1.2.3.4:80")
        ),
        *(("SIXFOLD_BACKUPS", value) for value in ("-1", "1001", "all", "٥", "9" * 5000)),
        *(("SIXFOLD_CHAIN_KEY", value) for value in ("secret", "0f" * 31, "0f" * 32 + "0", "0g" * 32)),
        ("SIXFOLD_LOG", "loud"),
    ],
)
def test_bad_value_is_one_line_that_names_the_setting(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Config.from_env({name: value})
    assert str(caught.value).startswith(name)
    assert "\n" not in str(caught.value)


def test_readme_has_exactly_these_settings() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(one.name, f"`{one.default}`" if one.default else "empty", one.meaning) for one in SETTINGS]


def test_no_other_variable_is_read() -> None:
    named = {
        found
        for path in (ROOT / "webapp").rglob("*.py")
        for found in re.findall(r"\b(?:SIXFOLD_[A-Z_]*[A-Z]|DATABASE_URL)\b", path.read_text("utf-8"))
    }
    assert named == set(DEFAULTS)
