"""A table of Deep Six: what each phase shows, what its pad may enter, and what is refused with which words."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.web import deep_six as deep
from tests.web.deep_six import plays, table
from tests.web.house import House
from tests.web.phone import Phone, declare
from tests.web.test_german_pages import speaks_german


@pytest.fixture
def host(house: House) -> FlaskClient:
    return house.phone()


def entries(page: str, kind: str) -> list[dict[str, object]]:
    """Returns the events of this kind that the keys of a page enter."""
    keys = [
        json.loads(value.replace("&#34;", '"')) for value in re.findall(r"""name="event" value=["']({.*?})["']""", page)
    ]
    return [event for event in keys if event["type"] == kind]


def pad(page: str) -> str:
    return page.split('<form id="entry"')[1].split("</form>")[0]


def fields(phone: Phone, form: dict[str, object]) -> int:
    """Sends fields as a form does, and stays where the answer leads."""
    answer = phone.client.post(f"{phone.url}/events", data={**phone.stamps(), **form}, headers=phone.headers)
    phone.page = answer.get_data(as_text=True)
    if answer.status_code == 303:
        phone.look()
    return answer.status_code


# Every phase, for who enters, who sits elsewhere and who watches


@pytest.mark.parametrize("state", deep.STATES)
def test_each_phase_is_shown_to_everybody_and_entered_by_those_who_may(
    house: House, host: FlaskClient, state: str
) -> None:
    phone = table(house, host, deep.STATES[state], entry="keeper")
    seat, watcher = house.seat(phone.table, 0), house.watcher(phone.table)
    assert 'id="entry"' in phone.look()
    folded = seat.get(phone.url).text
    assert 'class="board"' in folded
    if state != "over":
        assert "Enter here too" in folded
        assert 'class="cell' not in pad(folded)
    watching = watcher.get(phone.url).text
    assert 'class="board"' in watching
    assert 'id="entry"' not in watching
    assert 'name="event"' not in watching


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
    "between": ("Ben und Dan: 70 geboten, mit netto 130 verfehlt, also 130 Punkte.", "Runde 2 beginnen"),
    "over": ("Ben und Dan", "gewinnen", "Noch eine Partie, gleiche Plätze"),
}


@pytest.mark.parametrize("state", deep.STATES)
def test_a_german_table(house: House, state: str) -> None:
    phone = table(house, house.phone("de"), deep.STATES[state])
    speaks_german(phone.look(), *GERMAN[state])
    watcher = house.watcher(phone.table)
    watcher.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    speaks_german(watcher.get(phone.url).text, "Genommene Punkte und ältere Stiche werden am Rundenende offen.")


def test_the_sides_are_named_and_the_race_is_shown(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.STATES["between"])
    assert "Ann and Cat" in phone.page
    assert f'href="/tables/{phone.table.id}/scores/1"' in phone.page
    assert "Ben and Dan bid 70 and failed: net 130, so 130 points." in phone.page
    assert "The higher side loses at 500." in phone.page


def test_a_bid_that_was_made_says_so(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.tallied(3, [230, 20], [-20, -60]))
    assert "Ben and Dan bid 70 and made it: net −40." in phone.page


# The auction


@pytest.mark.rule("DEEP-4")
def test_the_pad_offers_the_bids_that_the_rules_allow_and_a_pass(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.AUCTION)
    bids = [event["amount"] for event in entries(phone.page, "bid")]
    assert bids == list(range(70, -250, -10))
    assert entries(phone.page, "pass") == [{"type": "pass", "seat": 3}]
    assert "Ann 120, Ben 110, Cat pass, Dan 90, Ann 80, Ben pass" in phone.page


def test_only_the_last_call_says_who_has_it_otherwise(house: House, host: FlaskClient) -> None:
    page = table(house, host, deep.AUCTION[:3]).page
    assert "Below 110, or pass.</p>" in page
    assert "Below 80, or pass. If Dan passes, Ann has it at 80." in table(house, host, deep.AUCTION).page


@pytest.mark.rule("DEEP-5")
def test_after_three_passes_the_dealer_has_one_key(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.PASSED_OUT)
    assert [event["amount"] for event in entries(phone.page, "bid")] == [120]
    assert entries(phone.page, "pass") == []


@pytest.mark.rule("DEEP-4")
def test_the_contract_alone_leads_to_the_melds_and_a_refused_one_stays_typed(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.DEAL)
    contract = {"type": "contract", "seat": "2", "amount": "75", "suit": "S"}
    assert fields(phone, contract) == 422
    assert "Bids are multiples of ten, now 120 at most." in phone.page
    assert 'value="75"' in phone.page
    assert "DEEP-4" in phone.page
    assert fields(phone, {**contract, "amount": "70"}) == 303
    assert "Spades are sunk" in phone.page
    assert "Hand 1, melding" in phone.page
    assert 'id="contract"' not in phone.page


# The exchange


@pytest.mark.rule("DEEP-7")
def test_an_invitation_is_laid_down_card_by_card(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.EXCHANGE)
    assert fields(phone, {"type": "show", "seat": "3", "copies.8S": "2", "copies.7D": "1"}) == 303
    shown = house.play.at(phone.table.id).fold.state.hand.opening.shown
    assert sorted(shown) == ["7D", "8S", "8S"]
    assert "Dan has shown" in phone.page
    assert phone.page.count('aria-label="Eight of spades"') >= 2


def test_the_pad_asks_for_the_cards_only_on_the_phone_of_the_seat(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.EXCHANGE)
    ben = Phone(house.seat(phone.table, 1), phone.table)
    assert "Pass these three" not in phone.page
    assert "Ben has passed three cards" in phone.page
    assert "Pass these three" in ben.page
    assert fields(ben, {"type": "exchange", "seat": "1", "copies.2S": "2"}) == 422
    assert "There must be 3 cards, 2 are chosen." in ben.page
    assert re.search(r'name="copies.2S" value="2"[^>]* checked', ben.page), "what was tapped is kept"
    assert fields(ben, {"type": "exchange", "seat": "1", "copies.2S": "2", "copies.3H": "1"}) == 303
    assert "Dan has given three back" in ben.page


# Melds


HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.rule("DEEP-9", "DEEP-11")
def test_the_melds_in_the_tapped_cards_are_named_and_the_best_set_is_ticked(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    tapped = {f"copies.{card}": "1" for card in ("5S", "6S", "7S", "8S", "8H", "8D", "6H", "7H")} | {"copies.8C": "2"}
    part = phone.client.get(f"{phone.url}/melds", query_string={"seat": "2", **tapped}, headers=HTMX).text
    assert "<html" not in part
    assert re.findall(r'name="melds" value="([^"]*)" checked', part) == ["6S 7S 8S", "8C 8D 8H 8S", "8C 8C"]
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["6H 7H 8H", "5S 6S 7S"]
    assert "No run in hearts, the sunk suit." in part
    assert "serve already: Deep run." in part
    assert "DEEP-9" in part
    assert "DEEP-11" in part
    assert "Meld −80" in part
    assert 'name="seat" value="2"' in part


def test_another_set_can_be_ticked_and_the_sum_follows(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    asked = {"type": "meld", "seat": "2", "melds": ["5S 6S 7S"]} | {f"copies.{r}S": "1" for r in "5678"}
    part = phone.client.get(f"{phone.url}/melds", query_string=asked, headers=HTMX).text
    assert re.findall(r'name="melds" value="([^"]*)" checked', part) == ["5S 6S 7S"]
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["6S 7S 8S"]
    assert "Meld −15" in part


@pytest.mark.rule("DEEP-11")
def test_where_a_card_serves_once_in_all_the_lesser_meld_is_beaten(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD, options={"meld_reuse": "none"})
    tapped = {"copies.8C": "2"} | {f"copies.8{suit}": "1" for suit in "DHS"}
    part = phone.client.get(f"{phone.url}/melds", query_string=tapped, headers=HTMX).text
    assert "Meld −30" in part
    assert re.findall(r'name="melds" value="([^"]*)" disabled', part) == ["8C 8C"]
    assert "serves already: 8s wide." in part


def test_a_meld_that_was_unticked_can_be_ticked_again(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    asked = {"type": "meld", "seat": "2"} | {f"copies.{r}S": "1" for r in "678"}
    part = phone.client.get(f"{phone.url}/melds", query_string=asked, headers=HTMX).text
    assert re.findall(r'name="melds" value="([^"]*)">', part) == ["6S 7S 8S"]
    assert "Cat melds nothing" in part


def test_where_only_a_secret_hand_is_left_its_own_phone_melds(house: House, host: FlaskClient) -> None:
    melded = [{"type": "meld", "seat": seat, "points": 0} for seat in (1, 2)]
    phone = table(house, host, [*deep.MELD, *melded])
    for seat, hand in (
        (0, deep.HAND_OF_ANN),
        (3, [*deep.HAND_OF_ANN[:4], *(f"{r}C" for r in "2345678"), "2D", "3D", "4D"]),
    ):
        assert declare(Phone(house.seat(phone.table, seat), phone.table), hand).status_code == 303
    assert "plays from the own phone" in phone.look()
    assert "melds nothing" not in phone.page


def test_without_javascript_the_page_names_the_melds_and_enters_them(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    tapped = {"seat": "2", "copies.6S": "1", "copies.7S": "1", "copies.8S": "1"}
    phone.page = phone.client.get(f"{phone.url}/melds", query_string=tapped).text
    assert "<html" in phone.page
    assert "Meld −30" in phone.page
    assert re.search(r'name="copies.7S" value="1"[^>]* checked', phone.page)
    assert fields(phone, {"type": "meld", "seat": "2", "melds": "6S 7S 8S"}) == 303
    assert "<b>Cat</b> melded" in phone.page


@pytest.mark.rule("DEEP-9")
def test_a_run_of_the_sunk_suit_is_refused_and_the_taps_are_kept(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    assert fields(phone, {"type": "meld", "seat": "0", "melds": "6H 7H 8H"}) == 422
    assert "No run in hearts, the sunk suit." in phone.page
    assert "DEEP-9" in phone.page
    assert re.search(r'name="copies.7H" value="1"[^>]* checked', phone.page)


@pytest.mark.rule("DEEP-11")
def test_a_card_that_serves_too_often_is_shown(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    melds = [["6S", "7S", "8S"], ["6S", "7S", "8S"], ["5S", "6S", "7S"]]
    assert phone.enter({"type": "meld", "seat": 0, "melds": melds}) == 422
    sheet = phone.page.split('id="refusal"')[1]
    assert 'aria-label="Six of spades"' in sheet
    assert "DEEP-11" in sheet


def test_only_points_and_nothing_at_all(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    assert fields(phone, {"type": "meld", "seat": "1", "points": "-45"}) == 303
    assert "<b>Ben</b> melded −45" in phone.page
    assert "Ann melds nothing" in phone.page
    assert fields(phone, {"type": "meld", "seat": "0", "points": "0"}) == 303
    assert "<b>Ann</b> melded nothing" in phone.page
    assert "Cat melds nothing" in phone.page


def test_the_melds_are_named_for_those_who_may_enter(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    asked = f"{phone.url}/melds?copies.8S=2"
    assert house.watcher(phone.table).get(asked).status_code == 403
    assert house.phone().get(asked).status_code == 403
    other = house.open_table(host)
    assert host.get(f"/tables/{other.id}/melds").status_code == 404
    later = table(house, host, deep.PLAY)
    assert host.get(f"{later.url}/melds?seat=9&copies.8S=7").status_code == 200


def test_the_best_of_the_own_hand_is_for_its_phone_alone(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.MELD)
    ann = Phone(house.seat(phone.table, 0), phone.table)
    assert declare(ann, deep.HAND_OF_ANN).status_code == 303
    assert "The best of your hand, only on this phone." in ann.look()
    assert 'value="8C 8D 8H 8S"' not in ann.page
    part = ann.client.get(f"{ann.url}/melds?seat=1", headers=HTMX).text
    assert "only on this phone" not in part, "for Ben nothing was tapped"
    assert "only on this phone" not in phone.look()
    assert 'value="0" id="melder' not in phone.page.replace("\n", ""), "only Ann's phone melds for Ann"
    for melds in ([["6S", "7S", "8S"]], [["8C", "8C"]]):
        assert phone.enter({"type": "meld", "seat": 0, "melds": melds}) == 422
        assert "Ann enters these cards" in phone.page
        phone.look()


# The play


def test_a_key_stands_for_both_copies_and_dims_when_both_are_out(house: House, host: FlaskClient) -> None:
    phone = table(house, host, [*deep.PLAY, *plays("7S", "7S")])
    assert 'aria-label="Seven of spades, played"' in phone.page
    phone = table(house, host, [*deep.PLAY, *plays("6S")])
    assert 'aria-label="Six of spades, 1 of 2 played"' in phone.page
    assert len(entries(phone.page, "play")) == 28


def test_the_suit_introduced_last_is_marked(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.STATES["introduced"])
    assert "Clubs take the trick" in phone.page
    assert "Introduced last: clubs, Ann’s two is ahead." in phone.page


@pytest.mark.rule("DEEP-14")
def test_a_melded_card_must_be_played_over(house: House, host: FlaskClient) -> None:
    phone = table(house, host, [*deep.PLAY, *plays("6S", "2S", "3S")])
    assert phone.play(2, "2S") == 422
    sheet = phone.page.split('id="refusal"')[1]
    assert "Cat has to play over" in sheet
    assert 'aria-label="Two of spades"' in sheet
    assert 'aria-label="Eight of spades"' in sheet
    assert "It really happened" in sheet
    assert "DEEP-14" in sheet


def test_points_taken_are_shown_by_an_open_book_only(house: House, host: FlaskClient) -> None:
    trick = [*deep.PLAY, *plays("6S", "2S", "7S", "8S")]
    assert "20 taken" not in table(house, host, trick).page
    assert "20 taken" in table(house, host, trick, book="open").page


def test_the_own_hand_shows_a_card_held_twice_once(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.PLAY)
    ann = Phone(house.seat(phone.table, 0), phone.table)
    assert declare(ann, [*deep.HAND_OF_ANN[:4], "2H", *deep.HAND_OF_ANN[5:]]).status_code == 303
    phone.look()
    phone.enter(plays("6S")[0])
    ann.look()
    assert len(entries(ann.page, "play")) == 13
    assert 'aria-label="Five of spades, twice. ' in ann.page


def test_a_trick_by_its_winner_and_its_points(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.PLAY)
    assert fields(phone, {"type": "trick", "points": "90", "winner": "1"}) == 422
    assert "A trick holds tens, 80 at most." in phone.page
    assert fields(phone, {"type": "trick", "points": "60", "winner": "1"}) == 303
    assert "Ben" in phone.page
    assert "took the trick with 60 points" in phone.page
    assert "Hand 1, trick 2 of 14" in phone.page


@pytest.mark.rule("DEEP-18")
def test_totals_say_what_is_missing_and_a_refused_one_stays_typed(house: House, host: FlaskClient) -> None:
    phone = table(house, host, deep.CONTRACT)
    tally = {"type": "tally", "taken-0": "100", "taken-1": "140", "meld-0": "-20", "meld-1": "0"}
    assert 'data-rest="250"' in phone.page
    assert fields(phone, tally) == 422
    assert "In all there are 250, but 240 were entered." in phone.page
    assert 'value="140"' in phone.page
    assert 'value="-20"' in phone.page
    assert fields(phone, {**tally, "taken-1": "150"}) == 303
    assert "Ben and Dan bid 70 and failed" in phone.page
