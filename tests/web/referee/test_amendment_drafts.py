"""Whatever a draft of an amendment says: it comes in an address, so anybody may have written it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules_core.fields import fields_of
from rules_core.games import GAMES
from tests.web.support.amending import Raw, commit, ruled_table
from tests.web.support.random_matches import evening
from tests.web.support.site import NAMES, Site
from webapp.referee.amending.draft import Draft

VALUES: list[Any] = [0, 1, -1, 9, 2**60, "KH", "X", "", "QQ", [], ["2C"] * 3, {}, {"0": "K"}, None, True, 1.5, [[]]]
STRUCTS = [struct for game in GAMES.values() for struct in game.events.values()]
KINDS = sorted({kind for game in GAMES.values() for kind in game.events})
FIELDS = sorted({field.name for struct in STRUCTS for field in fields_of(struct)} | {"changes"})


def nonsense(chance: random.Random) -> Raw:
    """Returns an entry of any kind, or none, with fields of any kind."""
    kind = chance.choice([*KINDS, "undo", "amend", "nonsense", 7, None])
    return {"type": kind, **{name: chance.choice(VALUES) for name in chance.sample(FIELDS, 5)}}


def drafts(chance: random.Random, log: list[Raw]) -> Iterator[Draft]:
    """Yields drafts that change two places each, some entries only in one field."""
    for _ in range(8):
        changes = {}
        for place in chance.sample(range(len(log)), 2):
            bent = {**log[place], chance.choice(FIELDS): chance.choice(VALUES)}
            changes[place] = tuple(chance.choice([bent, nonsense(chance)]) for _ in range(chance.randrange(3)))
        yield Draft(changes)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_breaks(site: Site, game: str) -> None:
    """The client raises what the application does not catch."""
    chance, players = random.Random(game), GAMES[game].players[0]
    played = evening(game, players, 3)
    played.match(34)
    phone = ruled_table(site, {"game": game, "players": NAMES[:players], "events": played.log})
    for draft in drafts(chance, played.log):
        place, packed = chance.choice(list(draft.changes)), draft.packed
        pages = [f"/entries/{place}/{path}draft={packed}" for path in ("amend?card=2C&", "form?", "beside?side=after&")]
        for path in (*pages, f"/amendments/draft?draft={packed}"):
            assert phone.client.get(phone.url + path).status_code < 500, (draft, path)
        assert commit(phone, draft).status_code in (303, 403, 422), draft
