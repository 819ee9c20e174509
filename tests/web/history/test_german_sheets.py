"""The pages around the boards in German, of every game in random states: no sentence was left in English."""

import random

import pytest

from tests.web.support.german_pages import speaks_german
from tests.web.support.random_matches import TABLES, evening, folds, paths, put, some
from tests.web.support.samples import SAMPLES
from tests.web.support.site import NAMES, Site


@pytest.mark.parametrize(("game", "players"), dict(TABLES).items(), ids=str)
def test_sheets_speak_german(site: Site, game: str, players: int) -> None:
    host, chance = site.phone("de"), random.Random(4)
    table = site.open_table(host, NAMES[:players], game=game, host_seat=0, book="open")
    for fold in some(list(folds(evening(game, players, 4, cheats=True))), chance, 1):
        put(site, table, fold)
        for path in paths(fold, chance):
            answer = host.get(f"/tables/{table.id}{path}")
            if answer.status_code == 200:
                speaks_german(answer.text, *(("Punktezettel", SAMPLES[game].german_sheet) if path == "/scores" else ()))
    speaks_german(host.get("/").text)
