"""Refusals in words: every code in both languages, whatever facts come with it."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Flask

from rules_core.codes import CODES as RULES
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.record import Header
from rules_core.replay import begin, step
from tests.cases import each
from tests.paths import ROOT
from tests.web.support.site import NAMES, PLAYERS
from webapp.games.common.refusals import SHARED, SaidRefusal, refusal_said
from webapp.games.registry import looks

LANGUAGES = ("en", "de")
CODES = {*SHARED, *(code for look in looks().values() for code in look.refusals)}
EVERYTHING: Mapping[str, Any] = {
    "seat": 0,
    "to_act": 1,
    "dealer": 1,
    "led": "7H",
    "card": "QS",
    "held": ("9H",),
    "due": 17,
    "cards": 2,
    "sum": 16,
    "at": 3,
}
"""Facts that come with nearly every refusal; one that a sentence does not use does no harm."""


def said(app: Flask, code: str, facts: Mapping[str, Any], language: str, rule: str | None = None) -> SaidRefusal:
    with app.test_request_context(headers={"Accept-Language": language}):
        return refusal_said(Refusal(code, rule, facts), PLAYERS)


def _codes() -> set[str]:
    sources = [*(ROOT / "rules_core").rglob("*.py"), ROOT / "webapp/table/secret_hands.py"]
    return {code for file in sources for code in re.findall(r'\b(?:Refusal|Duty)\(\s*"([a-z-]+)"', file.read_text())}


def test_what_only_another_game_knows_is_told_as_no_entry_of_this_one(app: Flask) -> None:
    for kind in {kind for game in GAMES.values() for kind in game.events}:
        for game in (game for game in GAMES.values() if kind not in game.events):
            header = Header(game=game.name, players=tuple(NAMES[: max(game.players)]), options={})
            refusal = step(begin(header), {"type": kind, "seat": 0})
            assert isinstance(refusal, Refusal)
            with app.test_request_context():
                assert refusal_said(refusal, PLAYERS).title == "This game has no such entry", (game.name, kind)


def test_every_code_has_words() -> None:
    assert len(_codes()) > 10
    assert _codes() | set(RULES) <= CODES


@each("facts", [{}, EVERYTHING, {**EVERYTHING, "card": "X"}])
@each("code", sorted(CODES))
def test_a_refusal_has_words_in_both_languages(app: Flask, code: str, facts: Mapping[str, Any]) -> None:
    english, german = (said(app, code, facts, language) for language in LANGUAGES)
    assert english.title != german.title
    assert english.text != german.text
    for words in (english, german):
        assert words.title[0].isupper()
        assert words.title[-1] != "."
        assert not words.text[0].islower()
        assert words.text[-1] == "."
        assert "%(" not in words.title + words.text
        assert words.rule == RULES.get(code)


@each("odd", [None, -1, 99, "", "?", "X", (), ("",), {}])
def test_facts_that_are_not_what_was_expected_break_no_page(app: Flask, odd: object) -> None:
    more = ("suit", "highest", "lowest", "points", "nines", "die", "sunk", "partner", "until")
    with app.test_request_context():
        for key in (*EVERYTHING, *more):
            for code in CODES:
                assert refusal_said(Refusal(code, None, {**EVERYTHING, key: odd}), PLAYERS).text


def test_a_refusal_without_words_is_called_by_its_code(app: Flask) -> None:
    for rule in ("ODD-1", "NONE-1", None):
        words = said(app, "no-knave", {}, "en", rule)
        assert words == SaidRefusal("No knave", "The rules of this game do not allow it.", rule)


def test_what_two_games_refuse_is_said_in_the_words_of_the_one_whose_rule_it_names(app: Flask) -> None:
    facts = {"field": "nines", "due": 4, "sum": 5}
    assert said(app, "bad-tally", facts, "en", "SIC-17").title == "The nines do not add up"
    assert said(app, "bad-tally", facts, "en", "ODD-4").title == "The numbers do not add up"


def test_the_rule_that_a_game_names_comes_before_that_of_the_code(app: Flask) -> None:
    with app.test_request_context():
        assert refusal_said(Refusal("must-follow-suit", "SU-11"), PLAYERS).rule == "SU-11"
        assert refusal_said(Refusal("must-follow-suit"), PLAYERS).rule == "GEN-4"
        assert refusal_said(Refusal("own-hand"), PLAYERS).rule is None


@each(
    "code, facts, title, text",
    [
        (
            "must-follow-suit",
            {"seat": 2, "led": "9H", "held": ("2H", "7H")},
            "Cat has to follow hearts",
            "Cat holds the two of hearts, so hearts must be followed.",
        ),
        (
            "must-follow-suit",
            {"seat": 2, "led": "X", "held": ("6C",)},
            "Cat has to follow suit",
            "Cat holds the six of clubs, so the suit must be followed.",
        ),
        (
            "must-follow-suit",
            {"seat": 2, "led": "7D", "held": ("9H",)},
            "Cat has to follow suit",
            "Cat holds the nine of hearts, so the suit must be followed.",
        ),
        (
            "must-follow-suit",
            {"seat": 2, "led": "9H", "held": ("7D", "TH")},
            "Cat has to follow hearts",
            "Cat holds the ten of hearts, so hearts must be followed.",
        ),
        (
            "must-follow-suit",
            {"seat": 2, "led": "X", "held": ("6C",), "suit": "C"},
            "Cat has to follow clubs",
            "Cat holds the six of clubs, so clubs must be followed.",
        ),
        (
            "not-your-turn",
            {"seat": 0, "to_act": (1, 2)},
            "It is the turn of Ben and Cat",
            "Ann is not to act now. Look at the table again.",
        ),
        (
            "wrong-phase",
            {"phase": "mercy", "to_act": 1},
            "Not now",
            "Ben first takes Fate’s Mercy and buries a card.",
        ),
        (
            "wrong-phase",
            {"phase": "reinforce", "to_act": (0, 2)},
            "Not now",
            "First a reinforcement is drawn by: Ann and Cat.",
        ),
        ("bad-seat", {"to_act": (0, 1)}, "Not these seats", "A card each is drawn by: Ann and Ben."),
        (
            "unknown-event",
            {"type": "swap", "option": "trump_swap"},
            "The trump stays",
            "This table plays without swapping the card turned up.",
        ),
        (
            "bad-tally",
            {"field": "tricks", "sum": 18, "due": 17},
            "The tricks do not add up",
            "This hand has 17 tricks, but 18 were entered.",
        ),
        (
            "bad-tally",
            {"field": "tricks", "sum": 17, "due": 17},
            "The tricks do not add up",
            "One of the numbers cannot be. Check each of them.",
        ),
        (
            "bad-tally",
            {"sum": 240, "due": 250},
            "The numbers do not add up",
            "In all there are 250, but 240 were entered.",
        ),
        (
            "bad-tally",
            {"kind": "ten", "sum": 3, "due": 4},
            "The numbers do not add up",
            "One of the numbers cannot be. Check each of them.",
        ),
        (
            "bad-tally",
            {"field": "nines", "seat": 1, "nines": 2, "tricks": 0},
            "The numbers do not add up",
            "Ben has 2 nines but no trick to hold them.",
        ),
        (
            "bad-tally",
            {"field": "nines", "seat": 1, "nines": 1, "tricks": 0},
            "The numbers do not add up",
            "Ben has a nine but no trick to hold it.",
        ),
        (
            "card-elsewhere",
            {"seat": 1, "card": "QS", "held_by": [0, 2]},
            "The queen of spades is in another place",
            "All have seen it in the hand of Ann and Cat. So Ben cannot have it.",
        ),
        (
            "card-elsewhere",
            {"seat": 1, "card": "QS", "held_by": []},
            "The queen of spades is in another place",
            "It lies face up on the table. So Ben cannot have it.",
        ),
        (
            "bad-tally",
            {"augen": 50, "most": 22},
            "The numbers do not add up",
            "This trick holds from 0 to 22 Augen.",
        ),
        (
            "bad-tally",
            {"meld": (-7, 0), "lowest": -510},
            "The numbers do not add up",
            "A meld counts 0 or less, in steps of five, down to −510.",
        ),
        (
            "bad-bid",
            {"seat": 0, "amount": 130, "highest": 120},
            "This bid does not do",
            "Bids are multiples of ten, now 120 at most.",
        ),
        (
            "bad-bid",
            {"seat": 0, "due": 120},
            "Ann has to bid",
            "All others have passed, so the dealer bids 120.",
        ),
        (
            "sunk-run",
            {"seat": 0, "cards": ("5H", "6H", "7H"), "sunk": "H"},
            "No run in the sunk suit",
            "No run in hearts, the sunk suit. Echoes and wides may use its cards.",
        ),
        (
            "bad-marriage",
            {"seat": 0, "card": "AS"},
            "No marriage here",
            "A marriage is announced by leading its king or its queen.",
        ),
        ("bad-roll", {"die": "high", "value": 7}, "This die has no such face", "On it are 1, 3, 4, 5, 6 and 8."),
        (
            "hand-size",
            {"cards": 15, "due": 14},
            "Too many cards",
            "There must be 14 cards, 15 are chosen.",
        ),
        (
            "bad-value",
            {"problem": "Object missing required field `cards`"},
            "Something is missing",
            "Part of the entry is missing or is not of its kind. Complete it and enter it again.",
        ),
        (
            "hand-size",
            {"cards": 2, "due": 3},
            "Too few cards",
            "There must be 3 cards, 2 are chosen.",
        ),
    ],
)
def test_a_refusal_in_words(app: Flask, code: str, facts: Mapping[str, Any], title: str, text: str) -> None:
    words = said(app, code, facts, "en")
    assert (words.title, words.text) == (title, text)


def test_a_number_that_cannot_be_is_told_what_it_may_be(app: Flask) -> None:
    words = said(app, "bad-tally", {"field": "knaves", "knaves": 5, "least": 0, "most": 4}, "en", "ODD-4")
    assert (words.title, words.text) == ("The numbers do not add up", "This number is from 0 to 4.")
