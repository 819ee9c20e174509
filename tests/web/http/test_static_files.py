"""Built files may be kept for good, because their address changes with their content."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask, Response

import hatch_build
from tests.cases import each
from tests.paths import ROOT
from tests.web.support.site import build_app
from webapp.http import template_environment

MOST_SCRIPT = 25_000
STYLES = sorted(ROOT.glob("webapp/games/*/style.css"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """Has an address that streams."""
    app = build_app(tmp_path_factory.mktemp("built"), fresh_database)

    @app.get("/probe")
    def probe() -> Response:
        return Response(iter(["data: 1\n\n", "data: 2\n\n"]), mimetype="text/event-stream")

    return app


@pytest.fixture
def little_app(tmp_path: Path) -> Flask:
    (tmp_path / "app.css").write_text("body{}")
    app = Flask(__name__, static_folder=tmp_path, static_url_path="/static")
    template_environment.init_app(app)
    return app


def _address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return str(app.jinja_env.globals["asset"](name))  # type: ignore[operator]


def test_the_address_changes_with_the_content(little_app: Flask, tmp_path: Path) -> None:
    first = _address(little_app, "app.css")
    assert first.startswith("/static/app.css?v=")
    other = Flask(__name__, static_folder=tmp_path, static_url_path="/static")
    template_environment.init_app(other)
    (tmp_path / "app.css").write_text("body{color:red}")
    assert _address(other, "app.css") != first


def test_the_script_of_a_page_is_small_on_the_wire() -> None:
    """The whole of it, htmx included, as it is sent: a table begins with no other."""
    for name in ("app.js", "contest.js"):
        assert (ROOT / f"webapp/static/{name}.gz").stat().st_size <= MOST_SCRIPT


def test_what_lies_compressed_beside_a_file_is_sent(little_app: Flask, tmp_path: Path) -> None:
    (tmp_path / "app.css.gz").write_bytes(gzip.compress(b"body{}"))
    phone = little_app.test_client()
    packed = phone.get("/static/app.css", headers={"Accept-Encoding": "gzip, br"}, buffered=True)
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.data) == b"body{}"
    kept = phone.get(_address(little_app, "app.css"), headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert (packed.headers.get("ETag"), kept.headers.get("ETag")) == (packed.headers["ETag"], None)
    for refused in ({}, {"Accept-Encoding": "br"}, {"Accept-Encoding": "gzip;q=0"}):
        plain = phone.get("/static/app.css", headers=refused, buffered=True)
        assert (plain.data, plain.headers.get("Content-Encoding")) == (b"body{}", None)


def test_what_is_built_lies_compressed_beside() -> None:
    for file in [*(ROOT / "webapp/static").glob("*.css"), *(ROOT / "webapp/static").glob("*.js")]:
        assert gzip.decompress(Path(f"{file}.gz").read_bytes()) == file.read_bytes()
        assert brotli.decompress(Path(f"{file}.br").read_bytes()) == file.read_bytes()


def selectors(css: str) -> set[str]:
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return {re.sub(r" ?([,>+~]) ?", r"\1", " ".join(one.split())) for one in re.findall(r"[^{};]+(?=\{)", plain)}


def test_no_selector_loses_a_space_when_it_is_made_small() -> None:
    inner = ".turn :is(p), .b :focus > a:not(.c)"
    for around in ("@media (width)", "@container (max-width:9rem)", "@layer base", "@container card (width)"):
        made = hatch_build.style(f"{around} {{ {inner} {{ color: red }} }}")
        assert selectors(made) == {around, ".turn :is(p),.b :focus>a:not(.c)"}
    built = {one for file in (ROOT / "webapp/static").glob("*.css") for one in selectors(file.read_text("utf-8"))}
    for file in [*(ROOT / "webapp/assets").rglob("*.css"), *ROOT.glob("webapp/games/*/*.css")]:
        assert selectors(file.read_text("utf-8")) <= built


def test_the_current_file_may_be_kept_for_good(little_app: Flask) -> None:
    answer = little_app.test_client().get(_address(little_app, "app.css"), buffered=True)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_built_stylesheets_name_the_current_fonts(app: Flask) -> None:
    """So that they may be kept for good, and another version of a font comes at once."""
    phone = app.test_client()
    styles = (ROOT / "webapp/static").glob("*.css")
    fonts = {font for file in styles for font in re.findall(r"url\(([^)]*woff2[^)]*)\)", file.read_text("utf-8"))}
    kept = [phone.get(f"/static/{font}", buffered=True).headers["Cache-Control"] for font in fonts]
    assert kept == ["public, max-age=31536000, immutable"] * 2


@pytest.mark.parametrize("query", ["", "?v=", "?v=older"])
def test_under_another_address_it_is_asked_for_again(little_app: Flask, query: str) -> None:
    answer = little_app.test_client().get(f"/static/app.css{query}", buffered=True)
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_missing_file_is_not_kept(little_app: Flask) -> None:
    answer = little_app.test_client().get("/static/other.css?v=")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")
    assert _address(little_app, "other.css") == "/static/other.css?v="


def test_where_a_file_was_not_built_the_one_that_is_there_is_named_instead(little_app: Flask) -> None:
    with little_app.test_request_context():
        asset = little_app.jinja_env.globals["asset"]
        assert str(asset("other.css", "app.css")) == _address(little_app, "app.css")  # type: ignore[operator]
        assert str(asset("app.css", "other.css")) == _address(little_app, "app.css")  # type: ignore[operator]


@each("style", STYLES)
def test_the_pages_of_no_single_game_know_the_cloth_of_each(style: Path) -> None:
    """Light, dark, and dark as the phone has it; and nothing else of a game's own style."""
    game = style.parent.name.replace("_", "-")
    static = ROOT / "webapp/static"
    app, own = (static / "app.css").read_text("utf-8"), (static / f"{game}.css").read_text("utf-8")
    cloth = re.findall(rf"[^{{}}]*\[data-cloth={game}\]{{--cloth:[^}}]*}}", app)
    assert len(cloth) == 3
    assert all(rule in own for rule in cloth)
    assert app.count("{") == app.count("}")
    assert app.count(f"[data-cloth={game}]") == 3
    assert own.splitlines()[-1] not in app


def test_behind_a_prefix_the_address_has_it(little_app: Flask) -> None:
    with little_app.test_request_context(environ_overrides={"SCRIPT_NAME": "/cards"}):
        assert str(little_app.jinja_env.globals["asset"]("app.css")).startswith("/cards/static/")  # type: ignore[operator]


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_pages_and_files_travel_compressed(app: Flask, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "app.css").write_text("body{}" * 1000)
    app.static_folder = str(tmp_path)
    phone = app.test_client()
    for path in ("/", "/static/app.css"):
        packed = phone.get(path, headers={"Accept-Encoding": encoding}, buffered=True)
        plain = phone.get(path, buffered=True)
        assert packed.headers["Content-Encoding"] == encoding
        assert "Content-Encoding" not in plain.headers
        assert len(packed.data) < 0.6 * len(plain.data)


def test_a_live_stream_is_not_held_back(app: Flask) -> None:
    answer = app.test_client().get("/probe", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in answer.headers
    assert next(answer.iter_encoded()) == b"data: 1\n\n"
