"""Cases and rulings in German: nothing of them was left in English."""

import pytest
from flask.testing import FlaskClient

from tests.web.house import House
from tests.web.phone import Phone
from tests.web.ruling import call, rule
from tests.web.test_german_pages import REVOKED, at_table, speaks_german
from tests.web.test_rulings import POINTS, TRUMP
from tests.web.test_suggestions import CLOSED
from webapp.store.models import Table


@pytest.fixture
def host(house: House) -> FlaskClient:
    return house.phone("de")


@pytest.fixture
def revoked(house: House, host: FlaskClient) -> Phone:
    return at_table(house, host, *REVOKED)


def eva_at(house: House, table: Table) -> FlaskClient:
    return house.referee(table, phone=house.phone("de"))


def test_a_proven_revoke(house: House, revoked: Phone) -> None:
    eva, case = eva_at(house, revoked.table), f"{revoked.url}/revokes/2"
    said = ("Was sich sagen lässt", "Bis dahin zurücknehmen", "Danach: Cat ist dran.", "Die Punkte bleiben: Ann 0")
    speaks_german(eva.get(case).text, *said)
    speaks_german(rule(eva, revoked.table, case, "adjusted", **POINTS).text, "Das bewirken die Punkte.")
    speaks_german(rule(eva, revoked.table, case).text, "Es fehlt, was geschehen soll.")
    speaks_german(revoked.client.get(case).text, "Schiedsrichter: Eva.")
    assert rule(eva, revoked.table, case, "adjusted", shown="0,1,-2", **POINTS).status_code == 303
    speaks_german(eva.get(case).text, "Bisherige Entscheidungen", "Entschieden: Der Punktestand wurde angepasst.")
    again = f"{revoked.url}/rulings/{house.play.at(revoked.table.id).fold.seq - 1}/reopen"
    speaks_german(eva.get(again).text, "Entscheidung wieder aufnehmen")
    speaks_german(eva.post(again, data={"reason": ""}).text, "Bitte begründen, warum es wieder aufgenommen wird")
    eva.post(again, data={"reason": "Kreuz"})
    speaks_german(eva.get(case).text, "Wieder aufgenommen (Eva): Kreuz", "das hier nimmt es zurück")
    speaks_german(
        revoked.client.get(f"{revoked.url}/scores").text, "Entscheidung von Eva: Der Punktestand wurde angepasst."
    )


@pytest.mark.parametrize("why", ["trump", "revoke", "joker", "score", "exposed"])
def test_a_dispute_about_a_play(house: House, host: FlaskClient, why: str) -> None:
    phone = at_table(house, host, *TRUMP, game="sichere-six")
    eva, case = eva_at(house, phone.table), call(house, phone.table, host, why, about=5)
    speaks_german(eva.get(case).text, "Von dieser Karte an ist", "Noch nicht zu entscheiden", "zwei davon beweisen")
    speaks_german(host.get(case).text, "Das steht hier, wenn die Runde vorbei ist")


@pytest.mark.parametrize("body", [{}, {"hand": 1}, {"about": 1}, {"about": 2}])
def test_other_disputes(house: House, host: FlaskClient, body: dict[str, int]) -> None:
    phone = at_table(house, host, *CLOSED, game="sechsundsechzig", players=["Ann", "Ben"])
    case = call(house, phone.table, host, "closing", **body)
    speaks_german(host.get(case).text, "Was entschieden werden kann", "Seitdem wurde nichts korrigiert.")
    assert rule(host, phone.table, case, "void").status_code == 303
    speaks_german(host.get(f"{phone.url}/scores").text, "Runde 1 wurde verworfen")
    speaks_german(host.get(case).text, "Bisherige Entscheidungen")


def test_the_effect_of_points(house: House, revoked: Phone) -> None:
    sent = {**revoked.stamps(), **POINTS, "reason": "Kaffee"}
    page = revoked.client.post(f"{revoked.url}/adjustments", data=sent).text
    speaks_german(page, "Das bewirken die Punkte.", "Ob die Partie endet")
