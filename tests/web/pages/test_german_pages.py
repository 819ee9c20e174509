"""Pages in German: what they show, and that none of it was left in English."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.german_pages import DEAL, REVOKED, speaks_german
from tests.web.support.phone import HAND, Phone, at_table, declare
from tests.web.support.ruling import ruled_by_all
from tests.web.support.site import PLAYERS, Site
from webapp.site.faults import PAGES


def test_an_english_page_would_be_found(site: Site) -> None:
    for path in ("/", "/settings", "/tables/new/sixes-and-sevens"):
        with pytest.raises(AssertionError):
            speaks_german(site.phone("en").get(path).text)


@pytest.fixture
def host(site: Site) -> FlaskClient:
    return site.phone("de-AT,de;q=0.9,en;q=0.8")


def plays(*cards: str, first: int = 1) -> list[dict[str, Any]]:
    return [{"type": "play", "seat": (first + n) % len(PLAYERS), "card": card} for n, card in enumerate(cards)]


def as_totals(*hands: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        event
        for dealer, tricks in enumerate(hands)
        for event in ({"type": "deal", "dealer": dealer}, {"type": "tally", "tricks": tricks})
    ]


TRICK = [DEAL, *plays("7C", "2C", "9C")]
OVER = as_totals((9, 4, 4), (3, 9, 5), (5, 5, 7))
SHARED = as_totals((9, 4, 4), (4, 9, 4), (4, 4, 9))
ADJUST = {"type": "adjust", "points": [1, -1, 0], "reason": "Kaffee"}
STATES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], tuple[str, ...]]] = {
    "first deal": ([], {}, ("Wer gibt zuerst?", "Noch nichts eingegeben", "Andere Handys einladen")),
    "lead": ([DEAL], {}, ("spielt aus", "Farbe wählen, dann den Rang.", "Gibt:", "Karo")),
    "follow": (
        TRICK[:3],
        {},
        ("Kreuz bedienen, wenn möglich. Gleich viele: Das höchste Kreuz liegt vorn, 7 von Ben.",),
    ),
    "low": ([DEAL, *plays("QC", "2C")], {}, ("Mehr gerade: Das niedrigste Kreuz liegt vorn, 2 von Cat.",)),
    "high": ([DEAL, *plays("QC", "KC")][:3], {}, ("Das höchste Kreuz liegt vorn, König von Cat.",)),
    "ties": (
        TRICK[:3],
        {"options": {"ties_low": True}, "players": ("Ann", "Ben", "Cat", "Dan")},
        ("Gleich viele: Das niedrigste Kreuz", "niedrigste gewinnt"),
    ),
    "second lead": (TRICK, {}, ("Letzter Stich", "Ben hat ausgespielt, Ann den Stich gewonnen.", "Stich 2/17")),
    "aces": ([DEAL, *plays("AC", "2C", "9C")], {"options": {"ace_wild": True}}, ("Ungerade", "zählt 14, hoch")),
    "tricks": ([*TRICK, {"type": "trick", "winner": 2}], {}, ("Wer hat diesen gewonnen?",)),
    "taken back": ([*TRICK, {"type": "undo"}], {}, ("Der Gastgeber", "zurückgenommen", "Wiederholen")),
    "as totals": (OVER[:2], {}, ("Ben gibt Spiel 2", "Ergebnis eingegeben: 9, 4, 4 Stiche")),
    "adjusted": ([*OVER[:2], ADJUST], {}, ("Die Punkte sind angepasst: Kaffee",)),
    "void": ([*TRICK, {"type": "void-hand"}], {}, ("Das Spiel ist verworfen",)),
    "proven": (REVOKED, {}, ("Cat hatte in Stich 1 ein Kreuz", "Die beiden Karten ansehen.")),
    "over": (OVER, {}, ("gewinnt", "Noch einmal")),
    "shared": (SHARED, {}, ("teilen sich den Sieg", "Ann, Ben und Cat", "geteilt")),
    "extra": (SHARED, {"options": {"final_tie": "extra-hand"}}, ("Zusatzspiel 4",)),
    "fewest": (OVER[:2], {"options": {"fewest_wins": True}}, ("Wenigste Punkte gewinnen",)),
}


@each("state", STATES)
def test_a_table_in_german(site: Site, host: FlaskClient, state: str) -> None:
    events, more, texts = STATES[state]
    phone = at_table(site, host, *events, **more)
    assert '<html lang="de"' in phone.page
    speaks_german(phone.page, *texts)
    speaks_german(host.get(f"{phone.url}/scores").text, "Punktezettel")
    watcher = site.watcher(phone.table)
    watcher.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    speaks_german(watcher.get(phone.url).text, "Ältere Stiche werden am Ende des Spiels offen.")


@each(
    "path, text",
    [
        ("/", "Noch kein Tisch."),
        ("/tables/new/sixes-and-sevens", "Das lassen die Regeln offen"),
        ("/settings", "Hell oder dunkel"),
        ("/rules/sixes-and-sevens", "Wer einen Stich gewinnt, spielt zum nächsten aus."),
        ("/join/aaa", "Zu diesem Link gehört kein Tisch."),
        ("/join", "Auf diesem Handy ist keine Einladung offen."),
        ("/nowhere", "Hier liegt nichts"),
        ("/tables/99", "Unter dieser Adresse gibt es keinen Tisch, oder dieses Handy ist nicht eingelassen."),
        ("/rules/chess", "Ein Regelbuch dieses Namens gibt es nicht."),
        ("/tables/new/chess", "Ein Spiel dieses Namens gibt es hier nicht."),
    ],
)
def test_a_page_in_german(site: Site, host: FlaskClient, path: str, text: str) -> None:
    speaks_german(host.get(path).text, text)


def test_the_first_page_with_a_table_and_a_wrong_code(site: Site, host: FlaskClient) -> None:
    at_table(site, host, DEAL)
    speaks_german(host.get("/").text, "Ben spielt aus", "Spiel 1/3")
    speaks_german(host.post("/join", data={"code": "KQ7-M3XP"}).text, "Null und O, Eins und I kommen nie vor.")
    speaks_german(host.post("/join", data={"code": " "}).text, "Den Code eintippen")


def test_names_that_are_refused(host: FlaskClient) -> None:
    form = {"game": "sixes-and-sevens", "op": "0" * 16, "name": ["Ann", "ann", "", "x" * 25, "\u200b"]}
    faults = ("sitzt schon an diesem Tisch", "fehlt ein Name", "Höchstens 24 Zeichen", "nicht lesen lassen")
    speaks_german(host.post("/tables", data=form).text, *faults)


def test_the_ways_in_are_in_german(site: Site, host: FlaskClient) -> None:
    table, guest = site.open_table(host), site.phone("de")
    site.seat(table, 1)
    speaks_german(host.get(f"/tables/{table.id}/share").text, "Diesem Tisch beitreten", "Platz von Ben freigeben")
    speaks_german(host.get(f"/tables/{table.id}/share?role=watcher").text, "Zuschauen: Tisch und Punkte sehen")
    speaks_german(site.opens(guest, site.link(table)).text, "Wer spielt an diesem Handy?", "besetzt")
    speaks_german(site.opens(guest, site.link(table, "watcher")).text, "Es spielen: Ann, Ben, Cat.")
    taken = site.accepts(guest, site.link(table), "1")
    speaks_german(taken.text, "Dieser Platz ist gerade besetzt worden.")


def test_where_somebody_else_enters(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, entry="keeper")
    site.seat(table, 0, player := site.phone("de"))
    speaks_german(player.get(f"/tables/{table.id}").text, "Der Gastgeber gibt die Karten ein")


def test_refusals_in_german(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL)
    stale = phone.stamps()
    assert phone.play(1, "9H") == 303
    assert phone.play(2, "9H") == 422
    speaks_german(phone.page, "Herz 9 ist schon gespielt", "Vertippt, neu wählen", "eingegeben")
    phone.look()
    assert phone.enter({"type": "deal", "dealer": 0}) == 422
    speaks_german(phone.page, "Nicht jetzt", "Zurück zum Tisch")
    phone.look()
    assert phone.enter({"type": "undo"}, seen=stale["seen"]) == 409
    speaks_german(phone.page, "Inzwischen:", "Bitte neu ansehen.")
    phone.look()
    assert phone.enter("no event") == 400
    speaks_german(phone.page, "Das war nicht zu lesen", "Was ankam, ist keine Eingabe für diesen Tisch.")


@pytest.mark.rule("ODD-7")
def test_the_own_hand_in_german(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, DEAL, *plays("9C"))
    cat = Phone(site.seat(phone.table, 2, site.phone("de")), phone.table)
    speaks_german(cat.client.get(f"{cat.url}/hand").text, "Alle Karten antippen", "von 17")
    speaks_german(declare(cat, HAND[:2]).text, "Es müssen 17 Karten sein, gewählt sind 2.")
    assert declare(cat, HAND).status_code == 303
    speaks_german(cat.look(), "Das eigene Blatt, nur auf diesem Handy.")
    speaks_german(cat.client.get(f"{cat.url}/hand").text, "Mein Blatt zurücknehmen")
    off_suit = next(card for card in HAND if card[1] != "C")
    assert cat.play(2, off_suit) == 422
    speaks_german(cat.page, "Cat muss Kreuz bedienen", "also muss Kreuz bedient werden.", "Es war wirklich so")
    phone.look()
    speaks_german(phone.page, "Cat hat das eigene Blatt eingegeben und spielt am eigenen Handy.")
    assert phone.play(2, "5C") == 422
    speaks_german(phone.page, "Cat gibt diese Karten ein")


@pytest.mark.rule("ODD-7")
def test_a_proven_revoke_and_its_correction(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *REVOKED)
    case = host.get(f"{phone.url}/revokes/2").text
    speaks_german(
        case,
        "Cat hatte in Stich 1 ein Kreuz",
        "Cat hat in Stich 1 kein Kreuz gespielt und in Stich 2 Kreuz 5.",
        "Zuerst: War es ein Tippfehler?",
        "Stich 1 korrigieren",
        "Nicht möglich: Vorerst lässt sich nur ändern, was offen liegt.",
        "Spiel verwerfen",
    )
    speaks_german(host.get(f"{phone.url}/entries/2/amend").text, "Was lag dort statt", "Herz 2")
    seen = at_table(site, host, *REVOKED, book="open")
    speaks_german(host.get(f"{seen.url}/entries/2/amend?card=6C").text, "Bewiesene Revokes", "Vorher", "Nachher")
    broken = host.get(f"{seen.url}/entries/2/amend?card=KC").text
    speaks_german(broken, "passt nicht: Cat hätte zum nächsten Stich ausgespielt")
    speaks_german(host.get(f"{phone.url}/revokes/1").text, "Hier steht kein bewiesener Revoke.")
    ruled_by_all(site, phone.table, event=2, text="Es gilt, wie es gespielt wurde.")
    speaks_german(phone.look(), "Entschieden: Es gilt, wie es gespielt wurde.")


def test_adjusting_the_score(site: Site, host: FlaskClient) -> None:
    phone = at_table(site, host, *OVER[:2])
    url = f"{phone.url}/adjustments"
    speaks_german(host.get(url).text, "Punkte anpassen", "Von selbst wird nichts abgezogen.")
    typed = {"points-0": "0", "points-1": "0", "points-2": "0", "reason": "", **phone.stamps()}
    speaks_german(host.post(url, data=typed).text, "Es wurden keine Punkte geändert.")
    speaks_german(host.post(url, data={**typed, "points-0": "1"}).text, "Bitte begründen")
    speaks_german(host.post(url, data={**typed, "points-0": "100"}).text, "Auf einmal lassen sich höchstens 99 Punkte")


@each("code", sorted(PAGES))
def test_a_failure_in_german(app: Flask, host: FlaskClient, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    app.testing = False
    monkeypatch.setitem(app.view_functions, "settings.show", _failing(code))
    with app.test_request_context(headers={"Accept-Language": "de"}):
        texts = [str(text) for text in PAGES[code]]
    speaks_german(host.get("/settings").text, *texts)


def _failing(code: int) -> Callable[[], str]:
    def fail() -> str:
        abort(code)

    return fail


def test_a_stranger_is_told_in_german(site: Site, host: FlaskClient) -> None:
    stranger = site.phone("de")
    answer = stranger.get(f"/tables/{site.open_table(host).id}")
    assert answer.status_code == 404
    speaks_german(answer.text, "oder dieses Handy ist nicht eingelassen")
    elsewhere = stranger.get("/", headers={"Host": "evil.example"})
    assert elsewhere.text == "Unter diesem Namen ist der Server nicht bekannt.\n"
