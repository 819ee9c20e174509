"""What may be played at a moment, and why: every card of a hand that is typed in, asked of the rules."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from rules_core import replay
from rules_core.cards import Card
from rules_core.record import Header
from rules_core.replay import Fold
from tests.cases import each
from tests.paths import ROOT
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.web.support.film import DEAL, REVOKED, TALLY, Filmed, legal_url, plays
from tests.web.support.german_pages import speaks_german
from tests.web.support.random_matches import TABLES, evening
from tests.web.support.score_sheets import read
from tests.web.support.site import NAMES, Site
from webapp.games.registry import look_of
from webapp.history.film.legal_plays import SHARED, Judged, RulesAt

CASES = ROOT / "tests/rules/conformance/cases.jsonl"
ALL = [json.loads(line) for line in CASES.read_text().splitlines()]
QUERIES = [case for case in ALL if "hand" in case["record"].get("query", {})]
OF_CARDS = [(game, players) for game, players in TABLES if game != "sichermans-war"]


def asked(fold: Fold) -> RulesAt:
    return RulesAt(fold, fold.state, fold.seq)


def words(judged: Judged, *wanted: str) -> set[Card]:
    """Returns the cards that were judged so."""
    return {verdict.card for verdict in judged.verdicts if verdict.word in wanted}


# The same as the rules say


@each("case", QUERIES)
def test_it_agrees_with_the_conformance_cases(case: dict[str, Any]) -> None:
    record = case["record"]
    done = replay.replay(Header(record["game"], tuple(record["players"]), record["options"]), record["events"])
    seat, hand = record["query"]["seat"], tuple(record["query"]["hand"])
    judged = asked(done.fold).hand(seat, hand)
    assert judged.refusal is None
    assert sorted(words(judged, "legal", "undecided")) == case["expect"]["legal"]


@each("game players", OF_CARDS)
def test_it_agrees_with_the_rules_for_every_real_hand(game: str, players: int) -> None:
    match, chance, seen = evening(game, players, 5, cheats=True), random.Random(5), 0
    while match.phase != "over" and len(match.log) < 250:
        match.act()
        seen += _compared(match, chance)
    assert seen > 20


def _compared(match: Evening, chance: random.Random) -> bool:
    here = asked(match.fold)
    if not here.plays_cards:
        return False
    seat = here.to_act[0]
    hand = tuple(match.hands[seat])
    whole = here.hand(seat, hand)
    assert whole.whole
    legal = set(match.game.legal(match.state, seat, hand))
    assert (words(whole, "legal"), words(whole, "illegal")) == (legal, set(hand) - legal)
    part = chance.sample(hand, chance.randint(1, len(hand)))
    judged = here.hand(seat, part)
    # What part of a hand says for certain, the whole hand says, too.
    assert words(judged, "legal") <= legal
    assert words(judged, "illegal") <= set(hand) - legal
    assert words(judged, "legal", "illegal", "undecided") == set(part)
    return True


def test_everything_that_may_be_offered_is_spoken() -> None:
    for kind in EVENINGS:
        match, spoken = kind(random.Random(2), kind.game.players[0], {}), {*SHARED, *look_of(kind.game.name).acts}
        while match.phase != "over" and len(match.log) < 200:
            here = asked(match.fold)
            assert {type(event) for event in here.offered()} - spoken <= _plays(match)
            assert {type(event) for event, _refusal in here.barred(match.players)} <= spoken
            match.act()


def _plays(match: Evening) -> set[type]:
    return {match.game.events["play"]} if "play" in match.game.events else set()


# The page


@pytest.fixture
def open_book(site: Site) -> Filmed:
    """Sichere Six in an open book: Ben has led a ten, Cat is to play."""
    return Filmed(site, [DEAL, *plays((1, "TC"))], game="sichere-six", book="open")


@pytest.mark.rule("SIC-6", "GEN-4")
def test_each_card_is_legal_or_illegal_with_the_rule(open_book: Filmed) -> None:
    hand = ("6C", "9C", "JD", "X", "6H", "7H", "6S", "7S")
    page = open_book.page(legal_url("1", 2, hand))
    legal, illegal = page.split("verdict illegal")
    assert all(f'aria-label="{name}"' in legal for name in ("6 of clubs", "9 of clubs", "Joker"))
    assert 'class="k d" role="img" aria-label="Jack of diamonds"' in illegal
    assert "Cat has to follow clubs" in illegal
    assert "#SIC-6" in illegal
    assert "Cannot be decided" not in page


@pytest.mark.rule("GEN-4")
def test_of_part_of_a_hand_it_says_what_cannot_be_decided(open_book: Filmed) -> None:
    page = read(open_book.page(legal_url("1", 2, ("JD", "X"))))
    assert "Cannot be decided" in page
    assert "The whole hand is not known. With the six of clubs in it: Cat has to follow clubs." in page
    assert "Part of the hand only" in page
    assert "Illegal" not in page
    assert "Illegal" in read(open_book.page(legal_url("1", 2, ("JD", "6C"))))


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (("TC",), "The ten of clubs is already played"),
        (("2C",), "No such card"),
        (tuple(f"{rank}{suit}" for suit in "DHS" for rank in "6789"), "Too many cards"),
    ],
)
def test_a_hand_that_cannot_be_is_explained(open_book: Filmed, cards: Sequence[Card], text: str) -> None:
    page = read(open_book.page(legal_url("1", 2, cards)))
    assert text in page
    assert "Legal" not in page
    assert " checked" in open_book.page(legal_url("1", 2, ("6D", "TC"))), "what was ticked is kept"


@pytest.mark.rule("DEEP-14")
def test_a_melded_card_belongs_to_the_hand_and_lies_nowhere_else(site: Site) -> None:
    contract = {"type": "contract", "seat": 1, "amount": 120, "suit": "H"}
    melds = [{"type": "meld", "seat": seat, "melds": [["8S", "8S"]] if seat == 2 else []} for seat in range(4)]
    filmed = Filmed(site, [DEAL, contract, *melds, *plays((1, "6S"))], game="deep-six", players=NAMES[:4], book="open")
    whole = tuple(f"{rank}{suit}" for suit in "CD" for rank in "2345678")
    assert "All know that Cat holds the eight of spades" in read(filmed.page(legal_url("6", 2, whole)))
    page = read(filmed.page(legal_url("6", 2, ("7C", "8S", "8S"))))
    assert "Cat has to follow spades" in page
    page = read(filmed.page(legal_url("5", 1, ("8S",))))
    assert "is in another place" in page


def test_whose_turn_it_was_is_said_and_that_moment_offered(open_book: Filmed) -> None:
    open_book.enter(plays((2, "9C"))[0])
    page = open_book.page("/moments/1/legal?seat=0")
    assert "It is the turn of Cat: what Ann may play is asked where Ann is to play." in read(page)
    assert f'href="{open_book.url("/moments/2/legal?seat=0")}"' in page
    assert "Ask the rules" not in page
    none = read(open_book.page("/moments/2/legal?seat=2"))
    assert "It is the turn of Ann" in none


def test_cards_played_later_are_the_hand_that_is_asked_first(site: Site) -> None:
    filmed = Filmed(site, [DEAL, *plays((1, "TC"), (2, "9D"), (0, "6C"))], game="sichere-six", book="open")
    page = filmed.page("/moments/1/legal")
    assert "These are the cards that Cat played from here on." in page
    assert 'value="9D" aria-label="9 of diamonds" checked' in page
    assert f"{filmed.url('/moments/1/legal')}?seat=2" in filmed.page("/moments/2"), "asked of the card played then"
    assert "Then: Cat played 9" in read(page)


def test_of_somebody_who_takes_a_card_in_later_plays_tell_no_hand(site: Site) -> None:
    events = [DEAL, *plays((1, "TD"), (2, "9D"), (0, "6D")), {"type": "mercy", "seat": 1}, *plays((1, "8S"))]
    filmed = Filmed(site, events, game="sichere-six", book="open")
    assert "from here on" not in filmed.page("/moments/0/legal?seat=1")
    assert "from here on" in filmed.page("/moments/4/legal?seat=1")


# Who may ask


def test_in_a_closed_book_only_a_referee_asks_about_the_hand_under_way(site: Site) -> None:
    filmed = Filmed(site, REVOKED)
    url = legal_url("1", 2, ("2C",))
    for phone in (filmed.host, site.seat(filmed.table, 2), site.watcher(filmed.table)):
        answer = filmed.get(url, phone)
        assert (answer.status_code, answer.location) == (303, filmed.url("/moments/1"))
    page = filmed.page(url, site.referee(filmed.table))
    assert "Closed to players" in page
    filmed.enter({"type": "void-hand"})
    filmed.enter(DEAL)
    filmed.enter(TALLY)
    assert "Legal" in filmed.page(url, site.watcher(filmed.table)), "the hand is over"


@pytest.mark.rule("GEN-5")
def test_what_somebody_entered_privately_is_not_asked_against(site: Site) -> None:
    """Whoever has entered a hand in an open book: the answers are the same, whatever it holds."""
    pages = []
    others = ("JD", "6H", "7H", "6S", "7S", "8S")
    for private in (("6C", "9C"), ("6D", "9D")):
        filmed = Filmed(site, [DEAL], game="sichere-six", book="open")
        phone = site.seat(filmed.table, 0)
        filmed.enter({"type": "hand", "seat": 2, "cards": [*private, *others]})
        filmed.enter(plays((1, "TC"))[0])
        found = [filmed.page(legal_url("2", 2, cards), phone) for cards in (("JD", "X"), ("6C", "JD"), ())]
        pages.append([re.sub(r"tables?(/|=)\d+", "table", page) for page in found])
    assert pages[0] == pages[1]


def test_a_referee_starts_from_the_hand_that_was_entered(site: Site) -> None:
    hand = ["6C", "9C", "JD", "6H", "7H", "6S", "7S", "8S"]
    filmed = Filmed(site, [DEAL], game="sichere-six")
    referee = site.referee(filmed.table)
    filmed.enter({"type": "hand", "seat": 2, "cards": hand})
    filmed.enter(plays((1, "TC"))[0])
    page = filmed.page("/moments/2/legal", referee)
    assert "This is the hand that Cat had entered." in page
    assert page.count(" checked") == 8
    assert "Cat has to follow clubs" in page


def test_wrong_questions(open_book: Filmed) -> None:
    url = "/moments/1/legal"
    for seat in ("3", "-1", "x", ""):
        assert open_book.get(f"{url}?seat={seat}").status_code == 404
    assert open_book.get("/moments/99/legal").location == open_book.url("/moments/99")
    assert open_book.get(legal_url("1", 2, ["6C"] * 500)).status_code == 200
    for odd in ("%00", "<b>", "🂡", "C" * 300):
        assert "No such card" in open_book.page(f"{url}?seat=2&cards={odd}")


def test_it_speaks_german(site: Site) -> None:
    filmed = Filmed(site, [DEAL, *plays((1, "TC"))], game="sichere-six", language="de", book="open")
    texts = ("Erlaubt", "Nicht erlaubt", "Cat muss Kreuz bedienen", "Wessen Blatt?", "Die Regeln fragen")
    speaks_german(filmed.page(legal_url("1", 2, ("6C", "JD"))), *texts)
    speaks_german(filmed.page(legal_url("1", 2, ("JD", "6H"))), "Nicht entscheidbar", "Wäre Kreuz 6 darin")
    speaks_german(filmed.page("/moments/1/legal?seat=0"), "Cat ist dran:")
    auction = Filmed(site, [DEAL], language="de", game="deep-six", players=NAMES[:4], book="open")
    speaks_german(auction.page("/moments/0/legal"), "Ben bietet 120 oder weniger, in Zehnern", "Ben passt")
