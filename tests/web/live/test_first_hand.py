"""The first hand of a table that asked for it: a line more on the cloth, which ends by itself or for one phone."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.html_forms import Form
from tests.web.support.site import Site
from webapp.games.common.lesson import Lesson
from webapp.games.common.plain_lesson import lesson_of
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer


def enters(site: Site, phone: FlaskClient, table: int, *events: Mapping[str, Any]) -> None:
    """Enters events on the phone of the host."""
    who = Viewer(site.device(phone), "host")
    for event in events:
        made = site.make(table, who, event, op=f"{site.tables.at(table).fold.seq:016}")
        assert isinstance(made, Made), made


def opened(phone: FlaskClient, lesson: Lesson, **fields: str) -> int:
    """Opens a table for the players of a lesson by the form of a new table, and returns its number."""
    form = Form(phone.get(f"/tables/new/{lesson.game}?guided=yes").text, "new-table")
    sent = {**form.filled(**fields), "name": list(lesson.players)}
    answer = phone.post("/tables", data=sent)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rsplit("/", 1)[1])


def told(phone: FlaskClient, table: int) -> str | None:
    """Returns what the box on the cloth says."""
    box = re.search(
        r'<div class="explained[^>]*>(.*?)(?:<button|</div>)', phone.get(f"/tables/{table}").text, re.DOTALL
    )
    return " ".join(re.sub(r"<[^>]*>", " ", box[1]).split()) if box else None


@pytest.mark.parametrize("game", GAMES)
def test_each_moment_of_a_first_hand_is_explained_until_it_ends(site: Site, game: str) -> None:
    phone, lesson = site.phone(), lesson_of(game)
    table, said = opened(phone, lesson), list[str | None]()
    for event in lesson.hand:
        said.append(told(phone, table))
        enters(site, phone, table, event)
    assert all(said)
    after = told(phone, table)
    fold = site.tables.at(table).fold
    if after is not None:
        assert after.startswith("Scored. The chart above tells")
        assert after.endswith(" " + fold.game.explain(fold.state, 0)[0].rule), "the rule that scores"
    assert 'name="explained"' not in phone.get(f"/tables/{table}").text, "the last hint leaves nothing to switch off"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("sichere-six", "Everybody gets 8 cards, and the last card stays face down. Then tap who dealt. SIC-3"),
        ("deep-six", "Everybody gets 14 cards. Then tap who dealt; the cards are not entered. DEEP-3"),
        ("sixes-and-sevens", "Everybody gets 13 cards. Then tap who dealt; the cards are not entered. ODD-4"),
        ("sechsundsechzig", "Everybody gets 6 cards. Then tap who dealt; the cards are not entered. SU-2"),
    ],
)
def test_how_many_cards_are_dealt_is_told(site: Site, game: str, text: str) -> None:
    phone = site.phone()
    assert told(phone, opened(phone, lesson_of(game))) == text


def test_who_took_the_trick_and_what_lies_there_is_told(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sichere-six")
    table = opened(phone, lesson)
    for event in (*lesson.before, *lesson.taps[0].events):
        enters(site, phone, table, event)
    assert told(phone, table) == "Ann is ahead: 1 for the trick, and no nine in it so far. SIC-17"
    for tap in lesson.taps[1:]:
        enters(site, phone, table, tap.events[0])
    assert told(phone, table) == "Cat took the trick with the seven of diamonds, and leads the next. SIC-12"


def test_a_joker_that_loses_is_not_told_to_be_ahead(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sichere-six")
    table = opened(phone, lesson)
    for event in (*lesson.before, {"type": "play", "seat": 0, "card": "X", "joker": "lose"}):
        enters(site, phone, table, event)
    assert told(phone, table) == "Ann’s Joker lies below every other card: somebody else takes the trick. SIC-10"


def test_what_is_done_between_two_entries_is_told(site: Site) -> None:
    """The cards that are passed, and those that are drawn, are not entered."""
    phone, deep, drawn = site.phone(), lesson_of("deep-six"), lesson_of("sechsundsechzig")
    table = opened(phone, deep)
    bids = ({"type": "bid", "seat": 0, "amount": 100}, *({"type": "pass", "seat": seat} for seat in (1, 2, 3)))
    for event in (deep.before[0], *bids, {"type": "sink", "seat": 0, "suit": "H"}):
        enters(site, phone, table, event)
    assert str(told(phone, table)).startswith("Cat gives Ann three cards")
    enters(site, phone, table, {"type": "exchange", "seat": 2})
    assert str(told(phone, table)).endswith("gives three other cards back. Then tap the key. DEEP-8")
    table = opened(phone, drawn)
    for event in (*drawn.before, *(event for tap in drawn.taps for event in tap.events)):
        enters(site, phone, table, event)
    assert told(phone, table) == "Ann took the trick. All draw a card, Ann first; then Ann leads. SU-5"


def test_what_a_beginner_does_not_know_in_sechsundsechzig_is_told_trick_by_trick(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sechsundsechzig")
    table, said = opened(phone, lesson), list[str | None]()
    enters(site, phone, table, *lesson.before)
    assert told(phone, table) == "The talon is what is left over. As long as it is open nobody has to follow. SU-7"
    for led, answered in (("AC", "9C"), ("TC", "8C"), ("KC", "QC"), ("JC", "7C"), ("AD", "9D")):
        plays = ({"type": "play", "seat": 1, "card": led}, {"type": "play", "seat": 0, "card": answered})
        enters(site, phone, table, *plays)
        said.append(told(phone, table))
    assert said == [
        "Ben took the trick. All draw a card, Ben first; then Ben leads. SU-5",
        "All draw. King and queen of a suit bring 20, in trump 40: tap “20/40”, then lead one of them. SU-17",
        "All draw. With enough Augen Ben does not lead but calls, and wins the hand. SU-19",
        "All draw. Closing the talon ends that: nobody draws any more, and all must follow. SU-14",
        "Ben took the trick. All draw a card, Ben first; then Ben leads. SU-5",
    ]


def test_when_enough_augen_are_called_is_told(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sechsundsechzig")
    table = opened(phone, lesson)
    enters(site, phone, table, *lesson.before, {"type": "play", "seat": 1, "card": "KH", "marriage": True})
    assert told(phone, table) == "King and queen announced: 20 Augen, once Ben has a trick. SU-18"
    enters(site, phone, table, {"type": "play", "seat": 0, "card": "7C"})
    enters(site, phone, table, {"type": "play", "seat": 1, "card": "9C"}, {"type": "play", "seat": 0, "card": "TC"})
    enters(site, phone, table, {"type": "play", "seat": 0, "card": "KD", "marriage": True})
    assert told(phone, table) == "King and queen announced: 20 Augen for Ann. SU-18"
    enters(site, phone, table, {"type": "undo"}, {"type": "close", "seat": 0})
    assert told(phone, table) == "Ann took the trick. With enough Augen Ann calls now, or else leads. SU-19"
    for led, answered in (("AD", "9D"), ("AC", "8D"), ("KD", "8H"), ("QD", "7H"), ("AH", "QH"), ("TH", "9H")):
        plays = ({"type": "play", "seat": 0, "card": led}, {"type": "play", "seat": 1, "card": answered})
        enters(site, phone, table, *plays)
    assert told(phone, table) == "All cards are played. With enough Augen Ann calls now. SU-19"


def test_a_phone_that_has_enough_is_told_no_more(site: Site) -> None:
    phone = site.phone()
    table = opened(phone, lesson_of("sichere-six"))
    assert 'data-explained="on"' in phone.get(f"/tables/{table}").text
    for said in ("off", "on", "off"):
        assert f'name="explained" value="{said}"' in phone.get(f"/tables/{table}").text, "one tap, and one tap back"
        phone.post("/settings", data={"back": f"/tables/{table}", "explained": said})
        assert f'data-explained="{said}"' in phone.get(f"/tables/{table}").text
    again = opened(phone, lesson_of("sichere-six"))
    assert 'data-explained="on"' in phone.get(f"/tables/{again}").text


@pytest.mark.parametrize(
    ("led", "duty"),
    [
        ("AH", "Follow the suit and beat the card, or else trump it."),
        ("AS", "Follow trump, and beat the card if you can."),
    ],
)
def test_nobody_is_told_to_trump_a_trump(site: Site, led: str, duty: str) -> None:
    phone, lesson = site.phone(), lesson_of("sechsundsechzig")
    table = opened(phone, lesson)
    enters(site, phone, table, *lesson.before, {"type": "close", "seat": 1}, {"type": "play", "seat": 1, "card": led})
    assert told(phone, table) == f"11 Augen lie there. {duty} SU-11"


def test_a_page_that_was_opened_where_nothing_is_told_has_the_look_of_the_next_hint(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sixes-and-sevens")
    table = opened(phone, lesson, **{"option-ace_wild": "yes"})
    enters(site, phone, table, *lesson.before)
    for place, card in enumerate(("4H", "9S", "AC", "7D")):
        enters(site, phone, table, {"type": "play", "seat": place, "card": card})
    assert told(phone, table) is None
    assert "first-hand.css" in phone.get(f"/tables/{table}").text


def test_nobody_else_is_told(site: Site) -> None:
    phone = site.phone()
    table = site.open_table(phone)
    assert told(phone, table.id) is None
    assert "first-hand.css" not in phone.get(f"/tables/{table.id}").text
    assert 'class="explained"' not in phone.get(f"/tables/{table.id}").text


def test_who_asks_why_an_odd_or_an_even_trick_went_there_is_told(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sixes-and-sevens")
    table = opened(phone, lesson)
    enters(site, phone, table, *lesson.before)
    for tap in lesson.taps:
        enters(site, phone, table, *tap.events)
    assert told(phone, table) == "Odd: 2, even: 2. High took it: Ben with the queen of diamonds, who leads now. ODD-8"
    led = ("4H", "2H", "9H", "8S")
    for place, card in enumerate(led):
        enters(site, phone, table, {"type": "play", "seat": (1 + place) % 4, "card": card})
    assert told(phone, table) == "Odd: 1, even: 3. Low took it: Cat with the two of hearts, who leads now. ODD-9"
    for place, card in enumerate(("AC", "JC", "8C", "7S")):
        enters(site, phone, table, {"type": "play", "seat": (2 + place) % 4, "card": card})
    assert told(phone, table) == "Odd: 2, even: 2. High took it: Cat with the ace of clubs, who leads now. ODD-8"


def test_a_trick_with_as_many_odd_as_even_cards_names_the_variant_by_which_it_went_low(site: Site) -> None:
    phone, lesson = site.phone(), lesson_of("sixes-and-sevens")
    table = opened(phone, lesson, **{"option-ties_low": "yes"})
    enters(site, phone, table, *lesson.before)
    for place, card in enumerate(("4H", "9S", "2C", "7D")):
        enters(site, phone, table, {"type": "play", "seat": place, "card": card})
    assert told(phone, table) == "Odd: 2, even: 2. Low took it: Ann with the four of hearts, who leads now. ODD-V2"
