"""Environment of the templates: cheaper globals, long pages drawn in steps, names of static files."""

import hashlib
from collections.abc import Iterable, Iterator, MutableMapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template

from webapp.http.answers import this_request
from webapp.http.durations import FILES_LAST
from webapp.http.limits import DRAWN_A_TURN, PIECES_JOINED
from webapp.http.steps import let_others

PACKED = {"br": ".br", "gzip": ".gz"}
"""Suffixes of compressed files by their encoding, the smaller one first."""
IMMUTABLE = f"public, max-age={FILES_LAST}, immutable"


NEEDLESS = ("Accept-Ranges", "ETag", "Last-Modified")
"""Headers that a compressed file which may be cached forever does not need: it is neither revalidated nor resumed."""


class PageTemplate(Template):
    """Jinja's template, which yields to other requests while it renders a long page.

    A part is drawn in one go: streams draw parts, too, and may hold locks meanwhile.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        if self.name is None or self.name.rpartition("/")[2].startswith("_"):
            return super().render(*args, **kwargs)
        try:
            return "".join(_in_parts(self.root_render_func(self.new_context(dict(*args, **kwargs)))))
        except Exception:
            self.environment.handle_exception()


def _in_parts(pieces: Iterator[str]) -> Iterator[str]:
    """Yields the texts of a page in larger pieces, and lets other requests run after `DRAWN_A_TURN` characters."""
    drawn = 0
    while some := list(islice(pieces, PIECES_JOINED)):
        part = "".join(some)
        drawn += len(part)
        if drawn > DRAWN_A_TURN:
            drawn = 0
            let_others()
        yield part


class TemplateEnvironment(Environment):
    """Flask's environment with the globals of each template in a plain dict, copied when it is loaded.

    Jinja's own chain of dicts is copied key by key for each template and each import of macros, many times a page: an
    accepted play takes 14 % more instructions with it. What is added to the globals later is in templates that are
    loaded after it.
    """

    template_class = PageTemplate

    def __init__(self, app: App, **options: Any) -> None:
        # All templates are cached: Jinja's bounded cache searches a list at each lookup.
        super().__init__(app, **{"cache_size": -1, **options})

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def _without(headers: Iterable[str], response: Response) -> None:
    for header in headers:
        response.headers.remove(header)


def init_app(app: Flask) -> None:
    """Adds `asset(name)` to the templates, and makes the files that it names cacheable.

    `asset(name, instead)` names the other file where the first was not built.
    """

    @cache
    def digest(name: str) -> str:
        file = Path(app.static_folder or "", name)
        return hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file.is_file() else ""

    def asset(name: str, instead: str | None = None) -> str:
        name = name if instead is None or digest(name) else instead
        return f"{request.script_root}{app.static_url_path}/{name}?v={digest(name)}"

    @cache
    def content(name: str) -> bytes:
        return Path(app.static_folder or "", name).read_bytes()

    def send_packed(response: Response, name: str) -> None:
        """Sends the file as it was compressed when it was built, where the browser takes that."""
        for encoding, suffix in PACKED.items():
            if request.accept_encodings[encoding] and digest(name + suffix):
                response.set_data(content(name + suffix))
                response.content_encoding = encoding
                response.vary.add("Accept-Encoding")
                return

    @app.after_request
    def keep(response: Response) -> Response:
        if this_request().endpoint == "static" and response.status_code in (200, 206, 304):
            name = (request.view_args or {})["filename"]
            current = bool(request.args.get("v")) and request.args["v"] == digest(name)
            response.headers["Cache-Control"] = IMMUTABLE if current else "no-cache"
            # The address says the same.
            response.headers.remove("Content-Disposition")
            # Our files are small. Sent as an open file they would not be compressed, since streams are not.
            response.direct_passthrough = False
            response.make_sequence()
            if response.status_code == 200 and request.method == "GET":
                send_packed(response, name)
                _without(NEEDLESS if current and response.content_encoding else (), response)
        return response

    app.add_template_global(asset)
