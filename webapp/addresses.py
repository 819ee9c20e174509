"""Addresses of the application: the blueprint `bp` of each module in the folders of features; several may have one."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

from flask import Blueprint, Flask

INNER = ("config", "files", "games", "http", "pages", "photo", "server", "services", "store", "table", "words")
"""Packages below the features, and those that start processes: they have no addresses."""
HERE = Path(__file__).parent


def blueprints() -> Iterator[Blueprint]:
    for folder in iter_modules([str(HERE)]):
        if not folder.ispkg or folder.name in INNER:
            continue
        for found in walk_packages([str(HERE / folder.name)], f"webapp.{folder.name}."):
            if isinstance(bp := getattr(import_module(found.name), "bp", None), Blueprint):
                yield bp


def init_app(app: Flask) -> None:
    """Serves the addresses of all features."""
    for bp in dict.fromkeys(blueprints()):
        app.register_blueprint(bp)
