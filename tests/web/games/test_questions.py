"""Options as questions: made from a game's own declaration."""

from dataclasses import replace
from typing import Any, Literal, cast

import msgspec
import pytest

from tests.cases import each
from webapp.games.common.questions import NotAnAnswer, Question, choices, questions
from webapp.games.registry import look_of, looks
from webapp.words.rulebook import OptionWords


class _Options(msgspec.Struct):
    rounds: int = 9
    joker: Literal["next-card", "no-suit"] = "next-card"
    swap: bool = True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions of a game whose options are of every kind."""
    text = look_of("sixes-and-sevens").options["ace_wild"].title
    words = {
        "rounds": OptionWords(text, ("SIC-20",), {}),
        "joker": OptionWords(text, ("SIC-11",), {"next-card": (text, text), "no-suit": (text, None)}),
        "swap": OptionWords(text, ("SU-V",), {False: (text, None), True: (text, None)}),
    }
    monkeypatch.setitem(cast("Any", looks()), "test", replace(look_of("sixes-and-sevens"), options=words))
    return questions("test", _Options)


def test_each_kind_of_option_is_a_kind_of_question(asked: list[Question]) -> None:
    assert [[choice.means for choice in question.choices] for question in asked] == [
        [],
        ["next-card", "no-suit"],
        [False, True],
    ]
    assert [[choice.usual for choice in question.choices] for question in asked[1:]] == [[True, False], [False, True]]


def test_answers_are_values_of_the_option(asked: list[Question]) -> None:
    rounds, joker, swap = asked
    assert [rounds.answer("12"), joker.answer("no-suit"), swap.answer("no")] == [12, "no-suit", False]
    assert [question.answer(None) for question in asked] == [9, "next-card", True]


@each("sent", ["", "0", "-1", "1000", "٣", "1.0", " 1", "9" * 5000])
def test_a_number_is_a_plain_one(asked: list[Question], sent: str) -> None:
    with pytest.raises(NotAnAnswer):
        asked[0].answer(sent)


@each("sent", ["", "True", "1", "NEXT-CARD"])
def test_an_answer_is_one_of_the_choices(asked: list[Question], sent: str) -> None:
    for question in asked[1:]:
        with pytest.raises(NotAnAnswer):
            question.answer(sent)


def test_what_a_table_chooses_beside_the_rules_starts_with_the_usual_answer() -> None:
    first_hand, deck = sorted(choices("sechsundsechzig"), key=lambda it: it.option == "deck")
    assert (deck.option, deck.field, deck.usual) == ("deck", "choice-deck", "french")
    assert [choice.means for choice in deck.choices] == ["french", "german"]
    assert (first_hand.option, first_hand.field, first_hand.usual) == ("first-hand", "choice-first-hand", "plain")
    assert choices("deep-six") == [first_hand]
