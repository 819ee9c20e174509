"""Cases and rulings in German: nothing of them was left in English."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import REVOKED, speaks_german
from tests.web.support.phone import Phone, at_table
from tests.web.support.proven import CLOSED, POINTS, TRUMP
from tests.web.support.ruling import call, rule
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def host(site: Site) -> FlaskClient:
    return site.phone("de")


@pytest.fixture
def revoked(site: Site, host: FlaskClient) -> Phone:
    return at_table(site, host, *REVOKED)


def eva_at(site: Site, table: Table) -> FlaskClient:
    return site.referee(table, phone=site.phone("de"))


def test_a_proven_revoke(site: Site, revoked: Phone) -> None:
    eva, case = eva_at(site, revoked.table), f"{revoked.url}/revokes/2"
    said = (
        "Ganze Stiche, wer sie eingab, die Regeln",
        "Bis dahin zurücknehmen",
        "Danach: Cat ist dran.",
        "Die Punkte bleiben: Ann 0",
    )
    speaks_german(eva.get(case).text, *said)
    speaks_german(rule(eva, revoked.table, case, "adjusted", **POINTS).text, "Das bewirken die Punkte.")
    speaks_german(rule(eva, revoked.table, case).text, "Es fehlt, was geschehen soll.")
    speaks_german(revoked.client.get(case).text, "Schiedsrichter: Eva.")
    assert rule(eva, revoked.table, case, "adjusted", shown="0,1,-2", **POINTS).status_code == 303
    speaks_german(eva.get(case).text, "Bisherige Entscheidungen", "Entschieden: Der Punktestand wurde angepasst.")
    again = f"{revoked.url}/rulings/{site.tables.at(revoked.table.id).fold.seq - 1}/reopen"
    speaks_german(eva.get(again).text, "Entscheidung wieder aufnehmen")
    speaks_german(eva.post(again, data={"reason": ""}).text, "Bitte begründen, warum es wieder aufgenommen wird")
    eva.post(again, data={"reason": "Kreuz", "op": "0" * 16})
    speaks_german(eva.get(case).text, "Wieder aufgenommen (Eva): Kreuz", "das hier nimmt es zurück")
    speaks_german(
        revoked.client.get(f"{revoked.url}/scores").text, "Entscheidung von Eva: Der Punktestand wurde angepasst."
    )


@pytest.mark.parametrize("why", ["trump", "revoke", "joker", "score", "exposed"])
def test_a_dispute_about_a_play(site: Site, host: FlaskClient, why: str) -> None:
    phone = at_table(site, host, *TRUMP, game="sichere-six")
    eva, case = eva_at(site, phone.table), call(site, phone.table, host, why, about=5)
    speaks_german(eva.get(case).text, "Von dieser Karte an ist", "Noch nicht zu entscheiden", "zwei davon beweisen")
    speaks_german(host.get(case).text, "Das steht hier, wenn das Spiel vorbei ist")


@pytest.mark.parametrize("body", [{}, {"hand": 1}, {"about": 1}, {"about": 2}])
def test_a_disputed_closing_is_ruled_on_in_german(site: Site, host: FlaskClient, body: dict[str, int]) -> None:
    phone = at_table(site, host, *CLOSED, game="sechsundsechzig", players=["Ann", "Ben"])
    case = call(site, phone.table, host, "closing", **body)
    speaks_german(host.get(case).text, "Was entschieden werden kann", "Seitdem wurde nichts korrigiert.")
    assert rule(host, phone.table, case, "void").status_code == 303
    speaks_german(host.get(f"{phone.url}/scores").text, "Spiel 1 wurde verworfen")
    speaks_german(host.get(case).text, "Bisherige Entscheidungen")


def test_the_effect_of_points(site: Site, revoked: Phone) -> None:
    sent = {**revoked.stamps(), **POINTS, "reason": "Kaffee"}
    page = revoked.client.post(f"{revoked.url}/adjustments", data=sent).text
    speaks_german(page, "Das bewirken die Punkte.", "Ob die Partie endet")
