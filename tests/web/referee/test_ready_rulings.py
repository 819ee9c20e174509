"""Ready rulings: the referee taps one and adds words; everybody reads it in the own language."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.german_pages import visible
from tests.web.support.ruling import call, proven, rule
from tests.web.support.site import Site
from webapp.games.common.call_reasons import ready_rulings, reasons
from webapp.store.models import Table


def test_each_phone_reads_it_in_its_own_language(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    eva, case = site.referee(table), f"{phone.url}/revokes/2"
    assert "It was a revoke, but nobody has lost anything by it." in eva.get(case).text
    assert rule(eva, table, case, "stands", ready="no-such-ruling").status_code == 422
    assert rule(eva, table, case, "stands", ready="revoke-harmless", text="Sorry.").status_code == 303
    german = site.seat(table, 1, site.phone("de"))
    for other, said in (
        (host, "It stands as it was played. It was a revoke, but nobody has lost anything by it. Sorry."),
        (german, "Es war ein Revoke, aber niemand hat dadurch etwas verloren. Sorry."),
    ):
        for page in ("rulings", "revokes/2", "desk", "protocol", "log"):
            assert said in " ".join(visible(other.get(f"{phone.url}/{page}").text).split()), (page, said)
    event = json.loads(site.store.events(table.id)[-1].body)
    assert (event["ready"], event["text"]) == ("revoke-harmless", "Sorry.")


def test_without_a_referee_it_is_proposed_with_the_ready_words(site: Site, host: FlaskClient, table: Table) -> None:
    phone = proven(host, table)
    case = call(site, table, host, "turn", about=2)
    assert rule(host, table, case, "stands", ready="turn-right").status_code == 303
    assert "The order of play was right." in visible(host.get(f"{phone.url}/rulings").text)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_offers_some_and_a_game_brings_its_own(app: Flask, game: str) -> None:
    with app.test_request_context():
        offered = {code: ready_rulings(game, code) for code in reasons(game, GAMES[game].options())}
    assert all(offered.values())
    shared = set.intersection(*(set(one) for one in offered.values()))
    assert any(set(one) - shared for one in offered.values())
