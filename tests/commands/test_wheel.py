"""What the commands of the Dockerfile build and install serves the app; and no registry is named anywhere."""

import json
import os
import re
import socket
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from sqlalchemy import URL

from rules_core.games import GAMES
from tests.commands.dockerfile import Image
from tests.paths import ROOT
from tests.processes.streams import connect
from tests.running import Running, free_port

LARGEST_COLD_PAGE = 40 * 1024
LARGEST_FONTS = 75 * 1024
# What a browser says on plain http, where it offers neither brotli nor zstd.
ENCODINGS = "gzip, deflate"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image: an environment that holds the wheel and what `requirements/run.txt` pins, nothing else."""
    return Image.built(ROOT / "docs/deploy/Dockerfile", tmp_path_factory.mktemp("image"))


def test_the_command_is_installed_with_all_that_the_games_need(image: Image, tmp_path: Path) -> None:
    command, alone = image.at("/opt/sixfold/bin/sixfold"), {"PATH": os.environ["PATH"]}
    said = subprocess.run([command, "games"], cwd=tmp_path, env=alone, capture_output=True, text=True, check=True)
    assert sorted(said.stdout.split()) == sorted(GAMES)


@pytest.mark.postgresql
def test_the_command_of_the_image_serves(image: Image, database: URL) -> None:
    port = free_port()
    told = {
        "DATABASE_URL": address(database),
        "SIXFOLD_PORT": str(port),
        "WEB_CONCURRENCY": "1",
    }
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {"PATH": os.environ["PATH"], **image.environment, **told}
    with subprocess.Popen(image.command, env=environment, text=True, **pipes) as process:
        server = Running(process, port)
        try:
            connect_and_look(server)
            look_at_what_is_linked(server)
            assert server.stop() == 0
            assert "Traceback" not in server.err
        finally:
            process.kill()
    assert image.at("/var/lib/sixfold/chain.key").exists()


def address(database: URL) -> str:
    """Returns the address of a database as somebody types it."""
    return database.set(drivername="postgresql").render_as_string(hide_password=False)


def connect_and_look(server: Running) -> None:
    """Asserts that a page comes, as soon as the workers are there."""
    assert server.process.poll() is None
    with socket.socket() as phone:
        connect(phone, server.port)
    assert server.get("/")[0] == 200


def look_at_what_is_linked(server: Running) -> None:
    """Asserts that all that the first page links is there and may be kept, and that it is there in German."""
    page = server.get("/")[2]
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode())
    assert {address.partition("?")[0] for address in linked} >= {"/static/app.css", "/static/app.js"}
    for address in linked:
        status, headers, _ = server.get(address)
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
    assert server.get("/", **{"Accept-Language": "de"})[2] != page
    weigh(server, linked)


def weigh(server: Running, linked: list[str]) -> None:
    """Asserts that a cold page and its fonts are light."""
    scripts = [address for address in linked if re.search(r"\.(css|js)\b", address)]
    page = sum(len(server.get(address, **{"Accept-Encoding": ENCODINGS})[2]) for address in ["/", *scripts])
    assert page <= LARGEST_COLD_PAGE
    style = server.get("/static/app.css")[2].decode()
    fonts = set(re.findall(r"url\(([^)]+woff2[^)]*)\)", style))
    assert len(fonts) == 2
    assert sum(len(server.get(f"/static/{font}")[2]) for font in fonts) <= LARGEST_FONTS


@pytest.mark.parametrize("folder", [".", "tests/scripts"])
def test_the_lock_file_pins_by_content_and_names_no_address(folder: str) -> None:
    packages = json.loads((ROOT / folder / "package-lock.json").read_text("utf-8"))["packages"]
    pinned = [package for path, package in packages.items() if path]
    assert all(package["integrity"].startswith("sha512-") for package in pinned)
    assert not any("resolved" in package for package in pinned)


def test_every_python_package_is_pinned_once_by_content() -> None:
    pinned: list[str] = []
    for name in ("run", "build", "dev"):
        text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
        entries = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
        assert all(re.match(r"\S+==\S+.*(\\\n +--hash=sha256:[0-9a-f]{64}.*)+", entry) for entry in entries)
        pinned += [entry.partition("==")[0] for entry in entries]
    assert len(set(pinned)) == len(pinned) > 80
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*wanted["dependencies"], *wanted["optional-dependencies"]["dev"]]
    names = {re.split(r"[^A-Za-z0-9_.-]", one)[0].lower().replace("_", "-") for one in named}
    assert names <= set(pinned)


def test_no_secret_gets_into_an_image() -> None:
    anywhere = [line[3:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("**/")]
    for secret in (".env", "sixfold.env", "chain.key", "sixfold.sqlite", "sixfold.sqlite-wal"):
        assert any(fnmatch(secret, pattern) for pattern in anywhere), secret


def test_no_registry_is_named() -> None:
    registry = re.compile(r"registry[.]|npmjs[.]|pypi[.]|pythonhosted[.]|unpkg[.]|jsdelivr[.]|index-url|googleapis[.]")
    named = ["package*.json", "*.toml", "requirements/*", "*.py", "*.md", "Makefile", ".ci/*", "templates/**/*.html"]
    named += ["webapp/**/*.py", "webapp/assets/*", "tests/**/*.py", "benchmarks/*.py"]
    files = [path for pattern in named for path in ROOT.glob(pattern) if path.is_file()]
    assert len(files) > 20
    guilty = [path for path in files if path != Path(__file__) and registry.search(path.read_text("utf-8"))]
    assert guilty == []
