"""A table of Deep Six: what each phase shows, what its pad may enter, and what is refused with which words."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.games.deep_six import tables as deep
from tests.web.games.deep_six.tables import plays, table
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone, declare
from tests.web.support.site import Site


def entries(page: str, kind: str) -> list[dict[str, object]]:
    """Returns the events of this kind that the keys of a page enter."""
    keys = [
        json.loads(value.replace("&#34;", '"')) for value in re.findall(r"""name="event" value=["']({.*?})["']""", page)
    ]
    return [event for event in keys if event["type"] == kind]


def pad(page: str) -> str:
    return page.split('<form id="entry"')[1].split("</form>")[0]


# Every phase, for who enters, who sits elsewhere and who watches


GERMAN = {
    "first deal": ("Wer gibt zuerst?", "Bei 500 verliert die höhere Seite."),
    "first call": ("ist am Gebot", "120 oder weniger, oder passen.", "Nur das Ergebnis des Reizens"),
    "auction": ("Unter 80, oder passen. Passt Dan, dann spielt Ann mit 80.", "Gepasst: Ben, Cat", "tiefer …"),
    "three passes": ("also bietet der Geber 120.", "120 bieten"),
    "sink": ("versenkt eine Farbe", "Kreuz"),
    "exchange": ("gibt drei Karten weiter", "Dan zeigt eine Einladung", "Herz versenkt", "Dan bietet"),
    "invitation": ("die Einladung liegt.", "Dan hat gezeigt", "Dan zeigt weitere Karten"),
    "cards back": ("gibt drei Karten zurück", "Dan hat drei zurückgegeben"),
    "meld": ("Alle melden", "zweimal für ein Paar.", "Ann meldet nichts", "Nur Punkte", "Meldungen benennen"),
    "last to meld": ("Ann und Cat", "Ben", "wartet"),
    "lead": ("spielt aus", "Eine beliebige Karte.", "meldet −45", "Stich für Stich"),
    "follow": ("Pik bedienen, wenn möglich, und über die 6 von Dan.", "Pik nimmt den Stich"),
    "introduced": ("Zuletzt eingeführt: Kreuz, vorn liegt die 2 von Ann.", "Kreuz nimmt den Stich"),
    "second trick": ("Letzter Stich", "Dan hat ausgespielt, Cat den Stich gewonnen."),
    "by tricks": ("Punkte im Stich: jede Zwei 20, jede Drei 10.",),
    "between": ("Ben und Dan: 70 geboten, mit netto 130 verfehlt, also 130 Punkte.", "gibt Spiel 2"),
    "over": ("Ben und Dan", "gewinnen", "Ben und Dan: 70 geboten, mit netto 0 erfüllt.", "Noch einmal"),
}


@each("state", deep.STATES)
def test_each_phase_is_shown_to_everybody_in_german_too_and_entered_by_those_who_may(site: Site, state: str) -> None:
    phone = table(site, site.phone("de"), deep.STATES[state], entry="keeper")
    assert 'id="entry"' in phone.page
    speaks_german(phone.page, *GERMAN[state])
    folded = site.seat(phone.table, 0).get(phone.url).text
    assert 'class="board' in folded
    if state != "over":
        assert "The host enters the cards." in folded
        assert 'class="cell' not in pad(folded)
    watcher = site.watcher(phone.table)
    watcher.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    watching = watcher.get(phone.url).text
    speaks_german(watching, "Genommene Punkte und ältere Stiche werden am Ende des Spiels offen.")
    assert 'class="board' in watching
    assert 'id="entry"' not in watching
    assert 'name="event"' not in watching


def test_the_sides_are_named_and_the_race_is_shown(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.STATES["between"])
    assert "Ann and Cat" in phone.page
    assert f'href="/tables/{phone.table.id}/scores/1"' in phone.page
    assert "Ben and Dan bid 70 and failed: net 130, so 130 points." in phone.page
    assert "The higher side loses at 500." in phone.page


def test_a_bid_that_was_made_says_so(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.tallied(3, [230, 20], [-20, -60]))
    assert "Ben and Dan bid 70 and made it: net −40." in phone.page


# The auction


@pytest.mark.rule("DEEP-4")
def test_the_pad_offers_the_bids_that_the_rules_allow_and_a_pass(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.AUCTION)
    bids = [event["amount"] for event in entries(phone.page, "bid")]
    assert bids == list(range(70, -250, -10))
    assert entries(phone.page, "pass") == [{"type": "pass", "seat": 3}]
    assert "Ann 120, Ben 110, Cat pass, Dan 90, Ann 80, Ben pass" in phone.page


def test_only_the_last_call_says_who_has_it_otherwise(site: Site, host: FlaskClient) -> None:
    page = table(site, host, deep.AUCTION[:3]).page
    assert "Below 110, or pass.</p>" in page
    assert "Below 80, or pass. If Dan passes, Ann has it at 80." in table(site, host, deep.AUCTION).page


@pytest.mark.rule("DEEP-5")
def test_after_three_passes_the_dealer_has_one_key(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.PASSED_OUT)
    assert [event["amount"] for event in entries(phone.page, "bid")] == [120]
    assert entries(phone.page, "pass") == []


@pytest.mark.rule("DEEP-4")
def test_the_contract_alone_leads_to_the_melds_and_a_refused_one_stays_typed(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.DEAL)
    contract = {"type": "contract", "seat": "2", "amount": "75", "suit": "S"}
    assert phone.send(contract) == 422
    assert "Bids are multiples of ten, now 120 at most." in phone.page
    assert 'value="75"' in phone.page
    assert "DEEP-4" in phone.page
    assert phone.send({**contract, "amount": "70"}) == 303
    assert "Spades are sunk" in phone.page
    assert "Hand 1, melding" in phone.page
    assert 'id="contract"' not in phone.page


# The exchange


@pytest.mark.rule("DEEP-7")
def test_an_invitation_is_laid_down_card_by_card(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.EXCHANGE)
    assert phone.send({"type": "show", "seat": "3", "copies.8S": "2", "copies.7D": "1"}) == 303
    shown = site.tables.at(phone.table.id).fold.state.hand.opening.shown
    assert sorted(shown) == ["7D", "8S", "8S"]
    assert "Dan has shown" in phone.page
    assert phone.page.count('aria-label="8 of spades"') >= 2


def test_the_pad_asks_for_the_cards_only_on_the_phone_of_the_seat(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.EXCHANGE)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert "Pass these three" not in phone.page
    assert "Ben has passed three cards" in phone.page
    assert "Pass these three" in ben.page
    assert ben.send({"type": "exchange", "seat": "1", "copies.2S": "2"}) == 422
    assert "There must be 3 cards, 2 are chosen." in ben.page
    assert re.search(r'name="copies.2S" value="2"[^>]* checked', ben.page), "what was tapped is kept"
    assert ben.send({"type": "exchange", "seat": "1", "copies.2S": "2", "copies.3H": "1"}) == 303
    assert "Dan has given three back" in ben.page


# The play


def test_a_key_stands_for_both_copies_and_dims_when_both_are_out(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, [*deep.PLAY, *plays("7S", "7S")])
    assert 'aria-label="7 of spades, played"' in phone.page
    phone = table(site, host, [*deep.PLAY, *plays("6S")])
    assert 'aria-label="6 of spades, 1 of 2 played"' in phone.page
    assert len(entries(phone.page, "play")) == 28


def test_the_suit_introduced_last_is_marked(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.STATES["introduced"])
    assert "Clubs take the trick" in phone.page
    assert "Introduced last: clubs, Ann’s two is ahead." in phone.page


@pytest.mark.rule("DEEP-14")
def test_a_melded_card_must_be_played_over(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, [*deep.PLAY, *plays("6S", "2S", "3S")])
    assert phone.play(2, "2S") == 422
    sheet = phone.page.split('id="refusal"')[1]
    assert "Cat has to play over" in sheet
    assert 'aria-label="2 of spades"' in sheet
    assert 'aria-label="8 of spades"' in sheet
    assert "It really happened" in sheet
    assert "DEEP-14" in sheet


def test_points_taken_are_shown_by_an_open_book_only(site: Site, host: FlaskClient) -> None:
    trick = [*deep.PLAY, *plays("6S", "2S", "7S", "8S")]
    assert "20 taken" not in table(site, host, trick).page
    assert "20 taken" in table(site, host, trick, book="open").page


def test_the_own_hand_shows_a_card_held_twice_once(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.PLAY)
    ann = Phone(site.seat(phone.table, 0), phone.table)
    assert declare(ann, [*deep.HAND_OF_ANN[:4], "2H", *deep.HAND_OF_ANN[5:]]).status_code == 303
    phone.look()
    phone.enter(plays("6S")[0])
    ann.look()
    assert len(entries(ann.page, "play")) == 13
    assert 'aria-label="5 of spades, twice. ' in ann.page


def test_a_trick_by_its_winner_and_its_points(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.PLAY)
    assert phone.send({"type": "trick", "points": "90", "winner": "1"}) == 422
    assert "A trick holds tens, 80 at most." in phone.page.split('id="refusal"')[1]
    assert phone.send({"type": "trick", "points": "60", "winner": "1"}) == 303
    assert phone.send({"type": "trick", "points": "80", "winner": "9"}) == 422
    assert re.search(r'value="80" id="points-1-2-80" checked', phone.page), "what was chosen is kept"
    phone.look()
    assert "<b>Ben</b> took the trick with 60 points" in phone.page
    assert "Hand 1, trick 2 of 14" in phone.page


@pytest.mark.rule("DEEP-18")
def test_each_number_of_the_totals_says_in_sight_what_it_is(site: Site, host: FlaskClient) -> None:
    page = table(site, host, deep.CONTRACT).page
    boxes = page.split('id="points-1"')[1].split("</fieldset>")[0]
    said = re.findall(r'<span class="(?:num-head|num-name)"[^>]*>([^<]+)', boxes)
    assert said == ["Took", "Ann and Cat", "Ben and Dan", "Melded, comes off", "Ann and Cat", "Ben and Dan"]


def test_totals_say_what_is_missing_and_a_refused_one_stays_typed(site: Site, host: FlaskClient) -> None:
    phone = table(site, host, deep.CONTRACT)
    tally = {"type": "tally", "taken-0": "100", "taken-1": "140", "meld-0": "-20", "meld-1": "0"}
    assert 'data-rest="250"' in phone.page
    assert phone.send(tally) == 422
    assert "In all there are 250, but 240 were entered." in phone.page
    assert 'value="140"' in phone.page
    assert 'value="-20"' in phone.page
    assert phone.send({**tally, "taken-1": "150"}) == 303
    assert "Ben and Dan bid 70 and failed" in phone.page
