"""Addresses of the application: the blueprint `bp` of each module in the folders of features."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from typing import Any

from flask import Blueprint, Flask
from werkzeug.routing import Rule

INNER = ("config", "files", "games", "http", "pages", "photo", "server", "services", "store", "table", "words")
"""What lies below the features, and what starts processes: neither has addresses."""
HERE = Path(__file__).parent


def blueprints() -> Iterator[Blueprint]:
    """Yields the blueprints of all features."""
    for folder in iter_modules([str(HERE)]):
        if not folder.ispkg or folder.name in INNER:
            continue
        for found in walk_packages([str(HERE / folder.name)], f"webapp.{folder.name}."):
            if isinstance(bp := getattr(import_module(found.name), "bp", None), Blueprint):
                yield bp


def init_app(app: Flask) -> None:
    """Serves the addresses of all features."""
    app.url_rule_class = LazyRule
    for bp in blueprints():
        app.register_blueprint(bp)


class LazyRule(Rule):
    """Compiles what makes its addresses when the first one is made: for all of them that takes most of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        built: list[Callable[..., tuple[str, str]]] = []
        compiled = super()._compile_builder

        def build(bound: Rule, /, **values: Any) -> tuple[str, str]:
            if not built:
                built.append(compiled(append_unknown))
            return built[0](bound, **values)

        return build
