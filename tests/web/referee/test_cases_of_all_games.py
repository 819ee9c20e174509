"""Whatever happens in whatever game: its case can be opened, by a player, by somebody who watches and by a referee."""

import random
from itertools import cycle

import pytest

from tests.web.support.random_matches import TABLES, VARIANTS, evening, folds, put
from tests.web.support.ruling import call
from tests.web.support.site import NAMES, Site

SAMPLES = 2


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("cheats", [False, True], ids=["honest", "cheating"])
def test_every_entry_may_be_brought_up(site: Site, game: str, players: int, cheats: bool) -> None:
    chance, host = random.Random(f"{game}{players}"), site.phone()
    options = VARIANTS[game] if cheats else {}
    table = site.open_table(host, NAMES[:players], game=game, options=options)
    eva = site.referee(table)
    phones = cycle((host, eva, site.watcher(table)))
    looked_at = list(folds(evening(game, players, players, cheats=cheats, **options), 120))
    for fold in chance.sample(looked_at, min(SAMPLES, len(looked_at))):
        put(site, table, fold)
        hand = len(fold.state.finished) + (fold.state.hand is not None)
        for body in ({"about": chance.randrange(fold.seq)}, {"hand": max(1, hand)}):
            case = call(site, table, host, "revoke", **body)
            assert next(phones).get(case).status_code == 200, (case, body)
        for found in fold.game.infractions(fold.state):
            assert eva.get(f"/tables/{table.id}/revokes/{found.event}").status_code == 200
