"""Whether the templates of a game are whole, looked at when an application is built."""

from collections.abc import Iterator

from flask import Flask
from jinja2 import Environment, TemplateError

from webapp.games.registry import folder_of, leave_out, looks

PARTS = ("_board", "_deal", "_elsewhere", "_mine", "_over", "_pad", "_side", "_signs", "_totals", "_tricks", "_watch")
"""The parts of a table that the shared templates include: a game's own, or the one that all games have."""
ON_OTHER_PAGES = "_signs"
"""The part that stands on pages of no single game."""


def init_app(app: Flask) -> None:
    """Leaves out the games whose templates lack something."""
    for game in tuple(looks()):
        for lack in _lacks(app, game):
            leave_out(game, lack)


def _lacks(app: Flask, game: str) -> Iterator[str]:
    env, folder = app.jinja_env, f"games/{folder_of(game)}/"
    known = env.list_templates()
    for part in PARTS:
        if f"{folder}{part}.html" not in known and f"tables/{part}.html" not in known:
            yield f"templates/{folder}{part}.html is missing"
    for name in known:
        if name.startswith(folder) and (fault := _fault(env, name)):
            yield f"templates/{name} is broken: {fault}"
    if (signs := f"{folder}{ON_OTHER_PAGES}.html") in known and (fault := _drawn(app, signs)):
        yield f"templates/{signs} is broken: {fault}"


def _fault(env: Environment, name: str) -> str | None:
    """What keeps a template from being compiled."""
    try:
        env.get_template(name)
    except (TemplateError, UnicodeDecodeError) as error:
        return _one_line(error)
    return None


def _drawn(app: Flask, name: str) -> str | None:
    """What keeps a template that stands alone from being drawn."""
    try:
        with app.test_request_context():
            app.jinja_env.get_template(name).render()
    except Exception as error:  # whatever it is, it would be on the first page
        return _one_line(error)
    return None


def _one_line(error: Exception) -> str:
    line = f"line {error.lineno}, " if getattr(error, "lineno", None) else ""
    return f"{line}{type(error).__name__}: {' '.join(str(error).split())}"
