"""Leaves out a game with a template that cannot be read."""

from flask import Flask
from jinja2 import TemplateError

from rules_core.games import one_line
from webapp.games.registry import leave_out, looks


def leave_out_broken(app: Flask) -> None:
    """Reads the templates in the folders of the games: the first that is broken leaves its game out."""
    names = app.jinja_env.list_templates()
    for game in list(looks()):
        folder = f"games/{game.replace('-', '_')}/"
        for name in (name for name in names if name.startswith(folder)):
            try:
                app.jinja_env.get_template(name)
            except TemplateError as error:
                leave_out(game, f"{name}: {one_line(error)}")
                break
