"""`sixfold games`: which games are offered, and what each other one lacks. No database is asked."""

import tempfile
from pathlib import Path
from typing import TextIO

from webapp.config import Config
from webapp.factory import build
from webapp.games.registry import found, leave_out
from webapp.live import template_check
from webapp.services import services_in


def show(out: TextIO) -> bool:
    """Prints a line a game. Returns whether every game that lies in a folder is offered."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Config(instance=Path(folder)))
        for game, lack in tuple(template_check.lacks(app)):
            leave_out(game, lack)
        services_in(app).end()
    for game in found().looks:
        print(game, file=out)
    for game, lack in found().incomplete.items():
        print(f"{game} is left out: {lack}", file=out)
    return not found().incomplete
