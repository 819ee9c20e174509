"""Whatever happens in whatever game: its case can be opened, by a player, by somebody who watches and by a referee."""

import random

import pytest

from tests.web.evenings import NAMES, TABLES, VARIANTS, evening, folds, put
from tests.web.house import House
from tests.web.ruling import call

SAMPLES = 10


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("cheats", [False, True], ids=["honest", "cheating"])
def test_every_entry_may_be_brought_up(house: House, game: str, players: int, cheats: bool) -> None:
    chance, host = random.Random(f"{game}{players}"), house.phone()
    options = VARIANTS[game] if cheats else {}
    table = house.open_table(host, NAMES[:players], game=game, options=options)
    eva, watcher = house.referee(table), house.watcher(table)
    looked_at = list(folds(evening(game, players, players, cheats=cheats, **options), 120))
    for fold in chance.sample(looked_at, min(SAMPLES, len(looked_at))):
        put(house, table, fold)
        hand = len(fold.state.finished) + (fold.state.hand is not None)
        for body in ({"about": chance.randrange(fold.seq)}, {"hand": max(1, hand)}):
            case = call(house, table, host, "revoke", **body)
            for phone in (host, eva, watcher):
                assert phone.get(case).status_code == 200, (case, body)
        for found in fold.game.infractions(fold.state):
            assert eva.get(f"/tables/{table.id}/revokes/{found.event}").status_code == 200
