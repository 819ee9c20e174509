"""The table of Sichere Six: its board, pad and sheets in every phase, and what they keep closed."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.games import sichere_six
from tests.web.house import House
from tests.web.phone import Phone, declare
from tests.web.test_german_pages import speaks_german, visible
from webapp.play import Made

Events = list[Mapping[str, Any]]

DEAL: Events = [{"type": "deal", "dealer": 0}]
MERCY: Events = [{"type": "mercy", "seat": 1}]


def plays(cards: str, first: int = 1) -> Events:
    """Returns plays clockwise; the Joker wins as `X+` and loses as `X-`."""
    found: Events = []
    for place, card in enumerate(cards.split()):
        says = {"joker": {"+": "win", "-": "lose"}[card[1]]} if card[0] == "X" else {}
        found.append({"type": "play", "seat": (first + place) % 3, "card": "X" if says else card, **says})
    return found


def tally(tricks: list[int], nines: list[int]) -> Mapping[str, Any]:
    return {"type": "tally", "tricks": tricks, "nines": nines}


TOOK_A_NINE: Events = [*DEAL, *plays("TD 9D 6D")]
TRUMP: Events = [*TOOK_A_NINE, *MERCY, *plays("7C 8S 6C")]
WHOLE: Events = [
    *DEAL,
    *plays("JH 8H 6H"),
    *plays("6S 8S TS"),
    *plays("8C 9C 6C", 0),
    *MERCY,
    *plays("9H 7D 7H"),
    *plays("TD JC 8D", 0),
    *plays("X+ 7S TH", 0),
    *plays("9D JS JD", 0),
    *plays("7C TC 9S", 2),
]


@pytest.fixture
def phone(house: House, host: FlaskClient) -> Phone:
    """The host's phone at a table of Sichere Six."""
    return Phone(host, house.open_table(host, game="sichere-six", options={}))


def at(house: House, *events: Mapping[str, Any], language: str = "en", **more: Any) -> Phone:
    """Returns the host's phone at a table of Sichere Six where this was entered."""
    host = house.phone(language)
    table = house.open_table(host, **{"game": "sichere-six", "options": {}, **more})
    grant = house.store.grants(table.id)[0]
    for number, event in enumerate(events):
        assert isinstance(house.play.make(table.id, grant, event, op=f"{number:016x}", seen=None), Made), event
    return Phone(host, table)


def send(phone: Phone, **fields: str) -> int:
    """Sends a sheet's fields, and stays where the answer leads."""
    answer = phone.client.post(f"{phone.url}/events", data={**phone.stamps(), **fields}, headers=phone.headers)
    phone.page = answer.get_data(as_text=True)
    if answer.status_code == 303:
        phone.look()
    return answer.status_code


def keys(page: str, name: str) -> list[str]:
    """Returns the labels of the pad's keys with this class."""
    return re.findall(rf'<button class="cell [^"]*\b{name}\b[^"]*"[^>]*aria-label="([^"]*)"', page)


def words(page: str) -> str:
    """Returns what a page shows, on one line."""
    return re.sub(r" ([.,:;])", r"\1", " ".join(visible(page).split()))


# The pad


def test_every_card_has_a_key_and_the_joker_two(house: House) -> None:
    page = at(house, *DEAL).page
    for card in sichere_six.PACK:
        assert f'"card":"{card}"' in page
    assert '"card":"X","joker":"win"' in page
    assert '"card":"X","joker":"lose"' in page
    assert "Joker, wins" in page
    assert "Joker, loses" in page


@pytest.mark.rule("SIC-8", "SIC-9")
def test_trump_and_the_spits_are_named_once_an_8_has_fallen(house: House) -> None:
    phone = at(house, *DEAL, *plays("6D"))
    assert "Trump: none yet" in words(phone.page)
    assert keys(phone.page, "trump") == []
    phone.play(2, "8C")
    assert "Clubs are trump" in words(phone.page)
    assert re.search(r"Big Spit Seven of clubs 7 Little Spit Seven of spades 7", words(phone.page))
    marked = keys(phone.page, "trump")
    assert len(marked) == 7
    assert "Seven of clubs, Big Spit" in marked
    assert "Seven of spades, Little Spit, trump" in marked
    assert "Eight of clubs, trump, played" in marked
    assert "Ben’s 8" not in phone.page
    assert "Cat’s 8 makes clubs trump. (SIC-8)" in phone.page


@pytest.mark.rule("SIC-6", "SIC-9")
def test_the_suit_that_is_asked_for_is_banded_by_the_ranking_in_force(house: House) -> None:
    phone = at(house, *DEAL, *plays("6S"))
    assert [label.split(" ")[2] for label in keys(phone.page, "follow")] == ["spades,"] + ["spades"] * 5
    phone.play(2, "8C")
    assert "Seven of spades, Little Spit, trump" not in keys(phone.page, "follow")
    assert "Follow spades if possible." in phone.page
    phone = at(house, *DEAL, *plays("6C 8C"))
    assert "Seven of spades, Little Spit, trump" in keys(phone.page, "follow")
    assert "Follow clubs or the Little Spit if possible." in phone.page


def test_a_joker_without_what_it_says_is_refused_with_the_rule(house: House) -> None:
    phone = at(house, *DEAL)
    assert phone.play(1, "X") == 422
    assert "Does the Joker win or lose?" in phone.page
    assert "SIC-10" in phone.page


@pytest.mark.parametrize("htmx", [False, True])
def test_a_card_that_was_played_is_refused_with_and_without_javascript(house: House, htmx: bool) -> None:
    first = at(house, *DEAL, *plays("X-"))
    phone = Phone(first.client, first.table, htmx=htmx)
    assert phone.enter({"type": "play", "seat": 2, "card": "X", "joker": "win"}) == 422
    assert ("<html" in phone.page) is not htmx
    assert "The Joker is already played" in phone.page
    assert "SIC-1" in phone.page


# The turn line


@pytest.mark.parametrize(
    ("events", "options", "line"),
    [
        ([], {}, "whoever gets a nine deals. (SIC-2)"),
        (DEAL, {}, "Any card. The first 8 makes its suit trump. (SIC-8)"),
        ([*DEAL, *plays("TD JD")], {}, "Follow diamonds if possible. Cat’s jack is ahead."),
        ([*DEAL, *plays("9D JD")], {}, "Cat’s jack is ahead, with a nine in it (−2)."),
        ([*DEAL, *plays("9D 9C")], {}, "Ben’s nine is ahead, with 2 nines in it (−4)."),
        ([*DEAL, *plays("9D 6D")], {}, "Ben’s nine is ahead (−2)."),
        ([*DEAL, *plays("7D 8H")], {}, "Cat’s 8 makes hearts trump. (SIC-8) Follow diamonds if possible. Ben’s Little"),
        ([*TRUMP, *plays("6H 9S")], {}, "Cat’s nine of trumps is ahead (−2)."),
        (
            [*TRUMP, *plays("9S JS")],
            {},
            "Follow spades or the Little Spit if possible. Cat’s jack is ahead, with",
        ),
        (TRUMP, {}, "Cat’s 8 made spades trump. Any card."),
        ([*DEAL, *plays("X-")], {}, "Ben’s Joker loses. The next card sets the suit. (SIC-11)"),
        ([*DEAL, *plays("X+ TD")], {}, "Follow diamonds if possible. Ben’s Joker wins."),
        ([*DEAL, *plays("X- TD")], {"joker_lead": "no-suit"}, "The Joker was led: nobody has to follow. (SIC-11)"),
        (TOOK_A_NINE, {}, "Ben is The Chosen First to capture a nine. Ben takes Fate’s Mercy"),
        ([*DEAL, {"type": "trick", "winner": 1}], {}, "who took it, and how many nines were in it?"),
        ([*DEAL, tally([3, 3, 2], [0, 1, 3])], {}, "Ben deals"),
        ([*DEAL, tally([0, 8, 0], [0, 4, 0])], {}, "Near the end: Ben +8. 9 up or down ends the match. (SIC-22)"),
        ([*DEAL, tally([3, 3, 2], [1, 1, 2])], {"rounds": 1}, "Ann and Ben are level: play goes on"),
        ([*DEAL, tally([3, 4, 1], [1, 1, 2])], {"rounds": 1}, "All rounds are played; the highest score wins."),
        ([*DEAL, tally([3, 4, 1], [1, 1, 2])], {"threshold": 3}, "3 up or down ends the match: Cat −3. The highest"),
        (
            [*DEAL, tally([3, 3, 2], [1, 1, 2]), {"type": "deal"}, tally([3, 4, 1], [1, 1, 2])],
            {"rounds": 1},
            "Ben wins The play-off has settled the tie. (SIC-21)",
        ),
    ],
)
def test_the_turn_line(house: House, events: Events, options: Mapping[str, Any], line: str) -> None:
    assert line in words(at(house, *events, options=options).page)


def test_nobody_is_near_the_end_before_half_way(house: House) -> None:
    assert "Near the end" not in at(house, *DEAL, tally([6, 1, 1], [1, 1, 2])).page
    assert "Near the end: Ann +5." in at(house, *DEAL, tally([5, 2, 1], [0, 2, 2])).page


# Fate's Mercy and what stays closed


@pytest.mark.rule("SIC-14")
def test_play_waits_until_a_card_is_buried(house: House) -> None:
    phone = at(house, *TOOK_A_NINE)
    assert "Card buried, Ben leads" in phone.page
    assert "Nobody enters which card it is;" in phone.page
    assert '"card":' not in phone.page.partition('id="entry"')[2], "no card can be entered"
    assert "takes it" in phone.page
    assert "Round 1 of 9, trick 1 of 8" in phone.page
    assert phone.enter({"type": "play", "seat": 1, "card": "7C"}) == 422
    assert "Ben first takes Fate’s Mercy and buries a card." in phone.page
    phone.look()
    assert phone.enter(MERCY[0]) == 303
    assert "<b>Ben</b> leads" in phone.page
    assert "Chosen: Ben" in words(phone.page)


def test_anybody_may_enter_that_a_secret_hand_has_buried_a_card(house: House) -> None:
    phone = at(house, *DEAL)
    ben = Phone(house.seat(phone.table, 1), phone.table)
    assert declare(ben, ["TD", "7C", "JC", "6H", "7H", "6S", "JS", "TS"]).status_code == 303
    ben.look()
    assert ben.play(1, "TD") == 303
    phone.look()
    for event in plays("9D 6D", 2):
        assert phone.enter(event) == 303
    assert "Card buried, Ben leads" in phone.page
    assert phone.enter(MERCY[0]) == 303
    assert "Your hand" not in ben.look(), "the hand that was declared lapses with the Mercy"


@pytest.mark.rule("SIC-13")
def test_captured_nines_stay_closed_until_the_round_ends(house: House) -> None:
    phone = at(house, *TRUMP)
    watcher = house.watcher(phone.table).get(phone.url).text
    for page in (phone.page, watcher):
        assert not re.search(r"tricks?, (no|\d) nine", words(page))
        assert "All tricks" not in page
    assert "Nine of diamonds" not in watcher
    assert "Captured cards open when the round ends." in watcher
    assert "Cat’s 8 made spades trump." in watcher
    assert "Ben led, Ben took it." in watcher


@pytest.mark.rule("SIC-13")
def test_an_open_book_shows_the_piles_and_their_nines(house: House) -> None:
    page = words(at(house, *TRUMP, book="open").page)
    assert "2 tricks, 1 nine" in page
    assert "0 tricks, 0 nines" in page
    assert "All tricks so far" in page
    assert "Dimmed: played (open book)" in page


def test_only_its_own_phone_shows_a_declared_hand(house: House) -> None:
    phone = at(house, *DEAL, *plays("6H 8S JH"), *plays("TC", 2))
    ann = Phone(house.seat(phone.table, 0), phone.table)
    assert declare(ann, ["6C", "7C", "7S", "TS", "TH", "JD", "X"]).status_code == 303
    ann.look()
    assert "Your hand, only on this phone." in ann.page
    reason = "Ann holds the six of clubs, so clubs must be followed."
    assert keys(ann.page, "trump") == [
        f"Seven of clubs, Little Spit, trump. {reason}",
        f"Seven of spades, Big Spit. {reason}",
        f"Ten of spades, trump. {reason}",
    ]
    assert keys(ann.page, "joker") == ["Joker, wins", "Joker, loses"]
    watcher = house.watcher(phone.table).get(phone.url).text
    for page in (phone.look(), watcher):
        assert '"card":"JD"' not in page
        assert "Jack of diamonds" not in page
    assert "Ann has entered the own hand" in phone.page


# How a round ends


@pytest.mark.rule("SIC-13", "SIC-15")
def test_a_round_by_cards_opens_the_buried_card_the_nines_and_all_tricks(house: House) -> None:
    phone = at(house, *WHOLE)
    watcher = words(house.watcher(phone.table).get(phone.url).text)
    for page in (words(phone.page), watcher):
        assert "Round 1 Ben buried Six of diamonds" in page
        assert "5 tricks, 2 nines" in page
        assert "Tricks of round 1" in page
        assert "Fate’s Mirth" not in page
        assert "Rounds left: 8" in page


@pytest.mark.rule("SIC-19")
def test_the_moves_of_the_stones_are_told(house: House) -> None:
    phone = at(house, *DEAL, tally([3, 3, 2], [1, 1, 2]), {"type": "deal"}, tally([3, 2, 3], [2, 1, 1]))
    page = words(phone.page)
    assert "Ann: take 1 light stone away −1 3 tricks, 2 nines" in page
    assert "Ben: the stones stay" in page
    assert "Cat: take 1 dark stone away" in page
    assert 'aria-label="1 dark stone"' in phone.page
    phone.enter({"type": "adjust", "points": [0, -2, 1], "reason": "A revoke"})
    page = words(phone.page)
    assert "Ben: the stones stay; adjusted since: take 1 light stone away, add 1 dark one" in page
    assert "Cat: take 1 dark stone away; adjusted since: take 1 dark stone away" in page
    assert "Ann: take 1 light stone away −1" in page, "nothing was adjusted here"


@pytest.mark.rule("SIC-18")
def test_fates_mirth_is_told(house: House) -> None:
    page = words(at(house, *DEAL, tally([3, 1, 4], [0, 0, 4])).page)
    assert "Fate’s Mirth: Cat has all four nines and keeps the tricks, the others lose 6. SIC-18" in page
    assert "Ann: add 3 dark stones −3 3 tricks, no nine" in page


def test_more_stones_than_can_be_drawn_are_counted(house: House) -> None:
    rounds = [event for dealer in (0, 1, 2) for event in ({"type": "deal"}, tally([0, 8, 0], [0, 4, 0]))]
    page = at(house, *rounds, options={"threshold": 99}).page
    assert "× 24" in page
    assert 'aria-label="24 light stones"' in page
    assert 'aria-label="18 dark stones"' in page


# By tricks, and as totals


def test_tricks_are_entered_with_their_nines_in_one_tap(house: House) -> None:
    phone = at(house, *DEAL, {"type": "trick", "winner": 1})
    for nines in range(4):
        assert f'{{"type":"trick","winner":2,"nines":{nines}}}' in phone.page
    assert 'aria-label="Cat, 2 nines"' in phone.page
    assert "Trump:" not in words(phone.page), "nobody has entered an 8"
    assert phone.enter({"type": "trick", "winner": 2, "nines": 2}) == 303
    assert "<b>Cat</b> took the trick with 2 nines" in phone.page
    assert "Card buried, Cat leads" in phone.page
    phone.enter({"type": "mercy", "seat": 2})
    assert phone.enter({"type": "trick", "winner": 0, "nines": 3}) == 422
    assert "All four nines of a round are captured" in phone.page
    assert "SIC-16" in phone.page


def test_a_first_nine_in_the_last_trick_ends_the_round(house: House) -> None:
    phone = at(house, *DEAL, *[{"type": "trick", "winner": 1}] * 7, {"type": "trick", "winner": 0, "nines": 3})
    assert "Card buried, the round ends" in phone.page
    assert "trick 8 of 8" in phone.page
    phone.enter({"type": "mercy", "seat": 0})
    assert "Ann: add 7 dark stones" not in phone.page
    assert "Fate’s Mirth: Ann has all four nines" in words(phone.page)


def _fields(tricks: Iterable[int], nines: Iterable[int]) -> dict[str, str]:
    return {
        "type": "tally",
        **{f"tricks-{seat}": str(won) for seat, won in enumerate(tricks)},
        **{f"nines-{seat}": str(won) for seat, won in enumerate(nines)},
    }


@pytest.mark.parametrize(
    ("tricks", "nines", "why"),
    [
        ((3, 3, 1), (1, 1, 2), "This hand has 8 tricks, but 7 were entered."),
        ((3, 3, 2), (1, 1, 1), "A round has 4 nines, the buried card counted, but 3 were entered."),
        ((8, 0, 0), (3, 1, 0), "Ben has a nine but no trick to hold it."),
    ],
)
def test_totals_that_do_not_add_up_are_refused_and_kept(
    phone: Phone, tricks: tuple[int, ...], nines: tuple[int, ...], why: str
) -> None:
    phone.enter(DEAL[0])
    assert send(phone, **_fields(tricks, nines)) == 422
    assert why in phone.page
    assert "SIC-16" in phone.page
    for field, value in _fields(tricks, nines).items():
        assert field == "type" or re.search(rf'name="{field}" value="{value}"', phone.page), field


def test_totals_end_the_round_and_the_next_one_is_dealt_and_entered_at_once(phone: Phone) -> None:
    phone.enter(DEAL[0])
    assert "Together 8 tricks" in phone.page
    assert send(phone, **_fields((3, 3, 2), (1, 1, 2))) == 303
    assert "The round was entered as 3, 3, 2 tricks and 1, 1, 2 nines" in phone.page
    assert "Enter round 2 as totals" in phone.page
    assert send(phone, dealer="1", **_fields((3, 3, 2), (1, 1, 2))) == 303
    assert "Round 3 of 9" in phone.page


# Watching, walls, languages


def test_a_watcher_sees_the_cloth_and_no_pad(house: House) -> None:
    phone = at(house, *DEAL)
    watcher = house.watcher(phone.table)
    page = watcher.get(phone.url).text
    assert "No trick in this round yet." in page
    assert 'id="entry"' not in page
    before = at(house)
    assert "The first round has not been dealt yet." in house.watcher(before.table).get(before.url).text


def test_the_end_shows_the_winner_and_the_last_round(house: House) -> None:
    phone = at(house, *DEAL, tally([3, 4, 1], [1, 1, 2]), options={"rounds": 1})
    page = words(phone.page)
    assert "Ben wins" in page
    assert "Ben: add 2 light stones" in page
    assert "Rounds left" not in page
    assert "Another game, same seats" in page


@pytest.mark.parametrize(
    ("events", "texts"),
    [
        ([], ("wer eine 9 bekommt, gibt. (SIC-2)", "Runden übrig:")),
        (TOOK_A_NINE, ("Karte abgelegt, Ben spielt aus", "Welche Karte, gibt niemand ein; als gewonnen zählt sie.")),
        ([*TRUMP, *plays("6S 9S")], ("Pik ist Trumpf", "Auserwählt:", "Pik oder Little Spit bedienen")),
        ([*DEAL, *plays("7C X+")], ("Der Joker von Cat gewinnt.",)),
        ([*DEAL, {"type": "trick", "winner": 1}], ("keine Neun", "wie viele Neunen sind darin?")),
        (WHOLE, ("Ben hat abgelegt:", "Stiche der Runde 1", "1 hellen Stein dazu")),
        ([*DEAL, tally([3, 1, 4], [0, 0, 4])], ("Cat hat alle vier Neunen und behält die Stiche",)),
    ],
)
def test_german(house: House, events: Events, texts: tuple[str, ...]) -> None:
    phone = at(house, *events, language="de")
    speaks_german(phone.page.replace("Little Spit", ""), *(text.replace("Little Spit ", "") for text in texts))
    watcher = house.watcher(phone.table)
    watcher.environ_base.update(HTTP_ACCEPT_LANGUAGE="de")
    speaks_german(watcher.get(phone.url).text)
