"""Checks that the templates of a game compile: parts on other pages at the start, the rest in the background.

Compiling all templates takes longer than the rest of the start: they are compiled in the background,
so that nobody waits for the first visit of a large page. One that cannot be compiled is noticed where it is needed
first; from then on its game is left out, and its pages say so.
"""

from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread

import gevent
from flask import Flask, current_app
from jinja2 import Environment, TemplateSyntaxError

from webapp.games.registry import folder_of, leave_out, look_of, looks
from webapp.http.durations import COMPILED_AFTER
from webapp.live.part_cache import PICTURES, parts_of, redrawn
from webapp.services import services_in


class Compiling:
    """Compiles all templates some seconds after the start, in a thread that blocks no request."""

    def __init__(self, templates: Environment) -> None:
        self._templates, self._ended = templates, Event()

    def start(self) -> None:
        """Begins some seconds later: the first pages have the computer to themselves."""
        Thread(target=self._later, name="templates", daemon=True).start()

    def stop(self) -> None:
        """Ends after the template that is being compiled."""
        self._ended.set()

    def compile_all(self) -> None:
        for name in self._templates.list_templates():
            if self._ended.is_set():
                return
            with suppress(Exception):  # any fault is reported where the template is needed
                gevent.get_hub().threadpool.apply(self._templates.get_template, (name,))

    def _later(self) -> None:
        if not self._ended.wait(COMPILED_AFTER):
            self.compile_all()


def init_app(app: Flask) -> None:
    """Leaves out games whose part on the first page fails, and compiles all templates once the server runs."""
    services_in(app).add(Compiling(app.jinja_env))
    for game in tuple(looks()):
        for lack in _not_drawn(app, game):
            leave_out(game, lack)


def lacks(app: Flask) -> Iterator[tuple[str, str]]:
    """Yields each game with a template that cannot be compiled, or without a part that its look names, and why."""
    for game in looks():
        with app.app_context():
            found = [*_not_compiled(app, game)] or [*_named_wrongly(game)]
        yield from ((game, lack) for lack in found)


def _not_compiled(app: Flask, game: str) -> Iterator[str]:
    for name in _own(app, game):
        try:
            app.jinja_env.get_template(name)
        except (TemplateSyntaxError, UnicodeDecodeError) as error:
            yield _broken(name, error)


def _named_wrongly(game: str) -> Iterator[str]:
    """Yields blocks that override none, and blocks that the look names and the templates lack."""
    try:
        parts_of(game, "pictures")
        parts = parts_of(game, "parts")
    except TemplateSyntaxError as error:
        yield _broken(str(error.name), error)
        return
    look = look_of(game)
    asked = (*(f"_{name}" for name in look.redrawn_parts), *(own.part for own in look.entry_form.own.values()))
    yield from (f"templates/{parts.template.name} has no block {name!r}" for name in asked if name not in parts.blocks)


def noticed(error: TemplateSyntaxError) -> str | None:
    """Leaves out the game whose template this is, and returns its name; None where it is no game's."""
    for game in tuple(looks()):
        if error.name in _own(current_app, game):
            leave_out(game, _broken(error.name, error))
            return game
    return None


def _own(app: Flask, game: str) -> list[str]:
    folder = f"games/{folder_of(game)}/"
    return [name for name in app.jinja_env.list_templates() if name.startswith(folder)]


def _not_drawn(app: Flask, game: str) -> Iterator[str]:
    try:
        with app.test_request_context():
            for name in PICTURES:
                redrawn(game, name, {})
    except Exception as error:  # any fault would be on the first page
        yield _broken(f"games/{folder_of(game)}/pictures.html", error)


def _broken(name: str, error: Exception) -> str:
    line = f", line {error.lineno}" if isinstance(error, TemplateSyntaxError) else ""
    return f"templates/{name}{line} is broken: {type(error).__name__}: {' '.join(str(error).split())}"
