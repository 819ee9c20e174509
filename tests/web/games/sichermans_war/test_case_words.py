"""Cases of Sicherman's War speak of skirmishes and battles, in their pages and wherever their rulings are told."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.web.games.sichermans_war import tables as war
from tests.web.support.phone import Phone
from tests.web.support.ruling import call, rule
from tests.web.support.site import Site

OF_OTHER_GAMES = re.compile(r"\b(tricks?|hand|dealer|melds?|Stich\w*|Meldung\w*|nicht bedient)\b", re.IGNORECASE)
OF_ALL_GAMES = re.compile(r"(GEN|LOG)-\d.*|.*revoke.*|After a misdeal .*")
"""Lines of the rules of every table, which speak of all games."""


def _lines(page: str) -> set[str]:
    lines = re.sub(r"</(?:p|li|h\d|tr|label|option|legend|div)>", "\n", page.partition("<main")[2]).split("\n")
    return {" ".join(unescape(re.sub(r"<[^>]+>", " ", line)).split()) for line in lines}


@pytest.fixture
def fought(site: Site, host: FlaskClient) -> Phone:
    """Returns the host's phone in the second battle, in whose first skirmish a king ties a king."""
    events = (*war.BATTLE, war.reveal("KK"), war.draw(s0="5", s1="6"), war.SETTLE, war.reveal("9T"))
    return war.opened(site, host, *events, host_seat=0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_said_in_words_of_other_games(site: Site, fought: Phone, language: str) -> None:
    table = fought.table
    eva = site.referee(table, phone=site.phone(language))
    about = ({}, {"hand": 1}, {"hand": 2}, {"hand": 2, "trick": 1}, {"about": len(war.BATTLE) + 2})
    whys = ("score", "exposed", "dice", "ties", "wrong-card")
    cases = [call(site, table, fought.client, why, **body) for why, body in zip(whys, about, strict=True)]
    under = f"/tables/{table.id}"
    places = ("disputes/new?hand=1", "desk", "film", "moments/12/legal", "protocol", "log", "amendments")
    for path in (*cases, *(f"{under}/{place}" for place in places)):
        lines = _lines(eva.get(path).text)
        told = {line for line in lines if OF_OTHER_GAMES.search(line) and not OF_ALL_GAMES.match(line)}
        assert not told, (path, told)


def test_what_is_ruled_on_a_battle_and_on_the_match_is_told_of_these(site: Site, fought: Phone) -> None:
    table, eva = fought.table, site.referee(fought.table)
    for body in ({"hand": 1}, {}, {"hand": 1, "trick": 2}):
        case = call(site, table, fought.client, "score", **body)
        assert rule(eva, table, case, "none", ready="counted-right").status_code == 303
    for page in ("rulings", "protocol"):
        lines = _lines(eva.get(f"/tables/{table.id}/{page}").text)
        assert {"Battle 1", "The match as a whole", "Battle 1, skirmish 2"} <= lines, page


def test_the_table_says_which_skirmish_the_referee_looks_at(site: Site, fought: Phone) -> None:
    site.referee(fought.table)
    call(site, fought.table, fought.client, "ties", hand=2, trick=1)
    assert "Referee looks at skirmish 1" in fought.look()
