"""Options as questions: made from a game's own declaration."""

from typing import Literal

import msgspec
import pytest

from webapp.games.common import option_words as module
from webapp.games.common.option_words import Words
from webapp.games.common.questions import NotAnAnswer, Question, choices, questions


class _Options(msgspec.Struct):
    rounds: int = 9
    joker: Literal["next-card", "no-suit"] = "next-card"
    swap: bool = True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions of a game whose options are of every kind."""
    text = module.OPTIONS["sixes-and-sevens"]["ace_wild"].title
    words = {
        "rounds": Words(text, ("SIC-20",), {}),
        "joker": Words(text, ("SIC-11",), {"next-card": (text, text), "no-suit": (text, None)}),
        "swap": Words(text, ("SU-V",), {False: (text, None), True: (text, None)}),
    }
    monkeypatch.setitem(module.OPTIONS, "test", words)  # type: ignore[arg-type]
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


@pytest.mark.parametrize("sent", ["", "0", "-1", "1000", "٣", "1.0", " 1", "9" * 5000])
def test_a_number_is_a_plain_one(asked: list[Question], sent: str) -> None:
    with pytest.raises(NotAnAnswer):
        asked[0].answer(sent)


@pytest.mark.parametrize("sent", ["", "True", "1", "NEXT-CARD"])
def test_an_answer_is_one_of_the_choices(asked: list[Question], sent: str) -> None:
    for question in asked[1:]:
        with pytest.raises(NotAnAnswer):
            question.answer(sent)


def test_what_a_table_chooses_beside_the_rules_starts_with_the_usual_answer() -> None:
    (deck,) = choices("sechsundsechzig")
    assert (deck.option, deck.field, deck.usual) == ("deck", "choice-deck", "french")
    assert [choice.means for choice in deck.choices] == ["french", "german"]
    assert choices("deep-six") == []
