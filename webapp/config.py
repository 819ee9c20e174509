"""Settings of a house: names and meanings, read from the environment, a file, and the folder of the house."""

import difflib
import ipaddress
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

FILE = "sixfold.env"
FOLDER = "SIXFOLD_INSTANCE"
OURS = "SIXFOLD_"
PROCESSES = "WEB_CONCURRENCY"
"""How many processes gunicorn starts, as it calls it."""


class BadSetting(Exception):
    """A setting that cannot be used; its text is one line for the person who started the program."""


def settings(environ: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables of the environment, beneath them those of the file in its instance folder.

    Raises BadSetting.
    """
    file = Path(environ.get(FOLDER, "").strip() or "instance").expanduser() / FILE
    try:
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    except (OSError, UnicodeError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise BadSetting(f"The settings {file} cannot be read: {why}.") from problem
    given = {name: value for name, value in environ.items() if value.strip()}
    return {**_parsed(file, lines), **given}


def check_names(names: Collection[str], known: Collection[str]) -> None:
    """Raises BadSetting where a name begins as ours do and is none of them."""
    for name in sorted(names):
        if name.startswith(OURS) and name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise BadSetting(f"There is no setting {name}. The nearest is {near[0]}; README.md lists them all.")


def _parsed(file: Path, lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not (name.startswith(OURS) or name in ("DATABASE_URL", PROCESSES)):
            raise BadSetting(f"{file}, line {number}: it takes lines such as SIXFOLD_PORT=8066.")
        if name == FOLDER:
            raise BadSetting(f"{file}, line {number}: it lies in the instance folder and names no other one.")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        found[name] = value[1:-1] if quoted else value
    return found


class Setting(NamedTuple):
    """One environment variable: its name, its default as a user would write it, and its meaning."""

    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting("SIXFOLD_INSTANCE", "instance", "folder of the database"),
    Setting("DATABASE_URL", "", "`postgresql://…` for several processes or machines; empty: a file in that folder"),
    Setting(
        "SIXFOLD_CHAIN_KEY",
        "",
        "64 hexadecimal digits that confirm what is in the database; empty: the file `chain.key` in that folder",
    ),
    Setting("SIXFOLD_HOST", "0.0.0.0", "address to listen on; the default is all of them"),
    Setting("SIXFOLD_PORT", "8066", "port to listen on"),
    Setting("SIXFOLD_HTTPS", "", "`1`: over https, with a certificate that the house makes for itself"),
    Setting("SIXFOLD_PUBLIC_URL", "", "address for QR codes; empty: this machine's own in the local network"),
    Setting(
        "SIXFOLD_PROXIES", "0", "how many proxies in a row before it say where a request comes from, by `X-Forwarded-*`"
    ),
    Setting(
        "SIXFOLD_TRUSTED_PROXIES",
        "",
        "addresses or networks of those proxies, commas between: nobody else is believed; empty: this machine alone",
    ),
    Setting("SIXFOLD_TRUSTED_HOSTS", "", "further host names under which it is reached, with commas between them"),
    Setting(
        "SIXFOLD_BACKUPS",
        "5",
        "how many backups are kept of those made at the ends of hands; 0: none are made",
    ),
    Setting("SIXFOLD_PHOTO", "", "`1`: cards are read from photos, where `sixfold[photo]` is installed"),
    Setting("SIXFOLD_METRICS_TOKEN", "", "who sends it as a bearer reads `/metrics`; empty: this machine itself"),
    Setting(
        "SIXFOLD_LOG",
        "auto",
        "one line of JSON a request, `access`: on standard error, where what its reader does not take at once is lost; "
        "`file`: in `access.log` in that folder, a few MB at most; `quiet`: none; `auto`: `file` where somebody "
        "looks on in a terminal, else `access`",
    ),
)
DEFAULTS = {setting.name: setting.default for setting in SETTINGS}
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK: tuple[Network, ...] = (ipaddress.IPv4Network("127.0.0.0/8"), ipaddress.IPv6Network("::1/128"))
KEY = re.compile(r"(?:[0-9a-fA-F]{2}){32,}")
LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
HOST_NAME = re.compile(rf"\.?{LABEL}(\.{LABEL})*", re.ASCII)


def database_url(text: str) -> URL:
    """Returns the address of a database with the driver that speaks to it. Raises ArgumentError or ValueError.

    >>> database_url("postgres://sixfold@db/sixfold").drivername
    'postgresql+psycopg'
    """
    url = make_url(text)
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise ValueError(f"{url.drivername} is no database that Sixfold speaks to")


def file_url(path: Path) -> URL:
    """Returns the address of a database in this file."""
    return URL.create("sqlite", database=str(path))


@dataclass(frozen=True)
class Config:
    """The validated settings of a program."""

    instance: Path = Path("instance")
    host: str = "0.0.0.0"
    port: int = 8066
    https: bool = False
    public_url: str = ""
    proxies: int = 0
    trusted_proxies: tuple[Network, ...] = ()
    trusted_hosts: tuple[str, ...] = ()
    backups: int = 5
    photo: bool = False
    log: str = "auto"
    metrics_token: str = ""
    chain_key: str = field(default="", repr=False)
    server: URL | None = None

    @property
    def database(self) -> URL:
        """Returns the address of the database: the server's that was named, else of a file in the instance folder."""
        return self.server or file_url(self.instance / "sixfold.sqlite")

    @property
    def believed_proxies(self) -> tuple[Network, ...]:
        """Returns where the proxies stand that are believed where a request comes from; none without proxies.

        Where only their number was said they must stand on this machine: anybody else may send the same headers.
        """
        return self.trusted_proxies or (LOOPBACK if self.proxies else ())

    @property
    def access_log(self) -> Path:
        return self.instance / "access.log"

    @property
    def certificate_folder(self) -> Path:
        """Returns the folder of the house's own certificates."""
        return self.instance / "https"

    @property
    def backup_folder(self) -> Path:
        """Returns the folder of the backups that are made without being asked for."""
        return self.instance / "backups"

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Config":
        """Reads every setting, also those of the instance's own file; unset or empty ones have their default.

        Raises BadSetting.
        """
        given = settings(os.environ if environ is None else environ)
        check_names(given, DEFAULTS)
        value = {name: given.get(name, "").strip() or default for name, default in DEFAULTS.items()}
        return cls(
            instance=_folder(value["SIXFOLD_INSTANCE"]),
            host=_address(value["SIXFOLD_HOST"]),
            port=_integer("SIXFOLD_PORT", value["SIXFOLD_PORT"], 1, 65535),
            https=bool(_choice("SIXFOLD_HTTPS", value["SIXFOLD_HTTPS"], ("", "1"))),
            public_url=_url(value["SIXFOLD_PUBLIC_URL"]),
            proxies=_integer("SIXFOLD_PROXIES", value["SIXFOLD_PROXIES"], 0, 9),
            trusted_proxies=_networks(value["SIXFOLD_TRUSTED_PROXIES"]),
            trusted_hosts=_hosts(value["SIXFOLD_TRUSTED_HOSTS"]),
            backups=_integer("SIXFOLD_BACKUPS", value["SIXFOLD_BACKUPS"], 0, 1000),
            photo=bool(_choice("SIXFOLD_PHOTO", value["SIXFOLD_PHOTO"], ("", "1"))),
            metrics_token=value["SIXFOLD_METRICS_TOKEN"],
            log=_choice("SIXFOLD_LOG", value["SIXFOLD_LOG"], ("auto", "access", "file", "quiet")),
            chain_key=_key(value["SIXFOLD_CHAIN_KEY"]),
            server=_database(value["DATABASE_URL"]),
        )


def _folder(text: str) -> Path:
    if "\0" in text:
        raise BadSetting("SIXFOLD_INSTANCE is not a path.")
    return Path(text).expanduser().absolute()


def _database(text: str) -> URL | None:
    if not text:
        return None
    try:
        return database_url(text)
    except (ArgumentError, ValueError):  # without the text itself: a password may stand in it
        raise BadSetting("DATABASE_URL must look like postgresql://user:password@host/name.") from None


def _key(text: str) -> str:
    if text and not KEY.fullmatch(text):  # without the text itself
        raise BadSetting("SIXFOLD_CHAIN_KEY must be 64 hexadecimal digits or more, such as: openssl rand -hex 32")
    return text


def _address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        if text == "localhost":
            return text
    raise BadSetting(f"SIXFOLD_HOST is {text!r}, but must be an address of this machine, such as 0.0.0.0 or 127.0.0.1.")


def _integer(name: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
        return int(text)
    raise BadSetting(f"{name} is {text!r}, but must be a number from {least} to {most}.")


def _url(text: str) -> str:
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadSetting(f"SIXFOLD_PUBLIC_URL is {text!r}, which is no address.") from None
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if not host or parts.scheme not in ("http", "https") or more:
        raise BadSetting(f"SIXFOLD_PUBLIC_URL is {text!r}, but must look like https://cards.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def _hosts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise BadSetting(f"SIXFOLD_TRUSTED_HOSTS has {name!r}: it takes host names without port, commas between.")
    return names


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(_network(part.strip()) for part in text.split(",") if part.strip())


def _network(text: str) -> Network:
    try:
        found = ipaddress.ip_network(text)
    except ValueError:
        found = None
    if found is None or not found.prefixlen:  # a network of all addresses would believe everybody
        raise BadSetting(
            f"SIXFOLD_TRUSTED_PROXIES has {text!r}: it takes addresses and networks of proxies, such as 172.18.0.0/16, "
            "commas between."
        )
    return found


def _choice(name: str, text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise BadSetting(f"{name} is {text!r}, but must be one of: {', '.join(choices)}.")
    return text
