"""The built wheel, installed into an empty environment, serves the app; and no registry is named anywhere."""

import json
import re
import subprocess
import sys
import tomllib
import venv
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.paths import ROOT
from tests.running import Running, running

LARGEST_COLD_PAGE = 40 * 1024
LARGEST_FONTS = 75 * 1024
# What a browser says on plain http, where it offers neither brotli nor zstd.
ENCODINGS = "gzip, deflate"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the `sixfold` command of an environment that holds the wheel and what it depends on, nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    venv.create(folder / "empty")
    link_pinned(next(folder.glob("empty/lib/python*/site-packages")))
    # Compiled is only what serving imports, when it does.
    pip = [sys.executable, "-m", "pip", "--python", folder / "empty/bin/python"]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-compile", next(folder.glob("*.whl"))]
    subprocess.run(install, check=True, capture_output=True)
    return folder / "empty/bin/sixfold"


def link_pinned(packages: Path) -> None:
    """Links what `requirements/run.txt` pins from where `make setup` has installed it by content, and nothing else."""
    lines = re.findall(r"^\w.*(?= \\$)", (ROOT / "requirements/run.txt").read_text("utf-8"), flags=re.MULTILINE)
    for pinned in map(Requirement, lines):
        if pinned.marker and not pinned.marker.evaluate():
            continue
        installed = distribution(pinned.name)
        assert pinned.specifier.contains(installed.version), pinned
        for top in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(installed.locate_file(top))))


def test_the_installed_wheel_serves_the_app(installed: Path, tmp_path: Path) -> None:
    with running(tmp_path, command=(str(installed),)) as server:
        status, _, body = server.get("/")
        assert status == 200
        linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', body.decode())
        assert {address.partition("?")[0] for address in linked} >= {"/static/app.css", "/static/app.js"}
        for address in linked:
            status, headers, _ = server.get(address)
            assert status == 200
            assert "immutable" in headers["Cache-Control"]
        assert server.get("/", **{"Accept-Language": "de"})[2] != body
        weigh(server, linked)


def weigh(server: Running, linked: list[str]) -> None:
    """Asserts that a cold page and its fonts are light."""
    scripts = [address for address in linked if re.search(r"\.(css|js)\b", address)]
    page = sum(len(server.get(address, **{"Accept-Encoding": ENCODINGS})[2]) for address in ["/", *scripts])
    assert page <= LARGEST_COLD_PAGE
    style = server.get("/static/app.css")[2].decode()
    fonts = set(re.findall(r"url\(([^)]+woff2)\)", style))
    assert len(fonts) == 2
    assert sum(len(server.get(f"/static/{font}")[2]) for font in fonts) <= LARGEST_FONTS


def test_the_lock_file_pins_by_content_and_names_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
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
