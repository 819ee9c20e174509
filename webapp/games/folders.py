"""Where the games of the web lie: the folders of their packages, and beside these their templates and translations."""

from pathlib import Path

import webapp.games


def templates() -> list[Path]:
    """Returns the folders of templates: inside the package once installed, beside it in a checkout."""
    return [inside if (inside := home / "templates").is_dir() else home.parent / "templates" for home in _homes()]


def translations() -> list[Path]:
    """Returns the folders of message catalogues."""
    return [home / "translations" for home in _homes()]


def _homes() -> list[Path]:
    """The packages that hold the games: another folder may be added to the path of `webapp.games`."""
    return [Path(folder).parent for folder in webapp.games.__path__]
