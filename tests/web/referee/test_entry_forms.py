"""The form of an entry is made from the types of its event: nothing is said of a game that nobody has written."""

from types import SimpleNamespace
from typing import Any

import pytest

from rules_core.cards import pack
from rules_core.events import decode
from tests.cases import each
from tests.web.support.made_up_events import MADE_UP
from webapp.games.common.entry_questions import EntryForm, EntryQuestion
from webapp.referee.amending import fields
from webapp.referee.amending import fields as entry_fields
from webapp.referee.amending.fields import entry_of_answers, questions

PLAYERS = ("Ann", "Ben", "Cat", "Dan")
WORDS = EntryForm()


@pytest.fixture
def fold(site: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table of four players in two sides; the game is not among those that are offered, and has said nothing."""
    for module in (entry_fields, fields):
        monkeypatch.setattr(module, "form_of", lambda fold: WORDS)
    game = SimpleNamespace(pack=pack(), cards={4: pack()}, to_act=lambda state: (2,), candidates=lambda state: ())
    game.phase, game.judge = lambda state: "play", lambda state, event, index: None
    header = SimpleNamespace(game="made-up", players=PLAYERS)
    with site.app.test_request_context():
        yield SimpleNamespace(header=header, game=game, events=MADE_UP, state=SimpleNamespace(totals=(0, 0)), seq=9)


def asked(fold: Any, raw: dict[str, Any]) -> dict[str, EntryQuestion]:
    return {question.name: question for question in questions(fold, raw)}


def test_a_seat_is_one_of_the_players_and_a_number_has_its_bounds(fold: Any) -> None:
    found = asked(fold, {"type": "throw", "seat": 2, "die": "low", "value": 3})
    assert list(found) == ["seat", "die", "value", "counts"]
    assert found["seat"].choices == list(zip("0123", PLAYERS, strict=True))
    assert found["seat"].value == "2"
    assert found["die"].choices == [("low", "Low"), ("high", "High")]
    assert (found["value"].how, found["value"].value, found["value"].low, found["value"].high) == ("number", 3, -5, 8)
    assert found["counts"].choices == [("", "nothing said"), ("20", "20"), ("40", "40")]


def test_a_card_is_one_of_those_dealt_and_a_flag_is_ticked(fold: Any) -> None:
    found = asked(fold, {"type": "play", "seat": 0, "card": "7H", "irregular": True})
    assert (found["card"].how, found["card"].value) == ("card", "7H")
    keys = [box.card for _suit, rows in found["card"].choices.suits for row in rows for box in row]
    assert sorted(keys) == sorted(pack())
    assert (found["irregular"].how, found["irregular"].value) == ("tick", True)
    assert (found["loud"].label, found["loud"].value) == ("Loud", False)


def test_a_card_for_each_seat_or_for_some(fold: Any) -> None:
    found = asked(fold, {"type": "turn", "cards": ["7H", "8H", "9H", "TH"], "more": {"2": "KD"}})
    assert [found[f"cards-{seat}"].value for seat in range(4)] == ["7H", "8H", "9H", "TH"]
    assert [found[f"cards-{seat}"].label for seat in range(4)] == list(PLAYERS)
    assert [found[f"more.{seat}"].value for seat in range(4)] == ["", "", "KD", ""]
    assert found["more.0"].choices[0] == ("", "no card")


def test_of_a_card_that_is_not_said_none_is_chosen(fold: Any) -> None:
    found = asked(fold, fields.without_cards(fold, fields.blank(fold, fold.state, "turn")))
    assert [found[f"cards-{seat}"].value for seat in range(4)] == [""] * 4
    assert [found[f"cards-{seat}"].choices[0] for seat in range(4)] == [("", "no card")] * 4
    assert [found[f"more.{seat}"].value for seat in range(4)] == [""] * 4


def test_cards_are_boxes_and_sets_of_cards_are_lines(fold: Any) -> None:
    raw = {"type": "lay-down", "seat": 0, "cards": ["7H"], "sets": [["8H", "9H"]]}
    found = questions(fold, raw)
    assert [(ask.how, ask.name) for ask in found] == [("one", "seat"), ("boxes", "cards"), *[("text", "sets")] * 2]
    assert [box.card for _suit, rows in found[1].choices.suits for row in rows for box in row if box.ticked] == ["7H"]
    assert [ask.value for ask in found[2:]] == ["8H 9H", ""]


def test_suits_have_their_names_and_an_entry_is_told_by_its_number(fold: Any) -> None:
    found = asked(fold, {"type": "name-suit", "suit": "H", "about": 3})
    assert sorted(found["suit"].choices) == [("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades")]
    assert (found["reason"].how, found["about"].how, found["about"].value) == ("text", "number", 3)


def test_numbers_for_each_seat_and_side_and_parts_of_them(fold: Any) -> None:
    raw = {"type": "tally", "tricks": [1, 2, 3, 4], "taken": [5, 6], "piles": [{"large": 7}, {}, {}, {}]}
    found = asked(fold, raw)
    assert [found[f"tricks-{seat}"].value for seat in range(4)] == [1, 2, 3, 4]
    assert [found[f"taken-{side}"].label for side in range(2)] == ["Ann and Cat: Taken", "Ben and Dan: Taken"]
    assert (found["piles-0-large"].value, found["piles-0-small"].value) == (7, 0)
    assert found["piles-3-large"].label == "Dan: Large"


def test_numbers_that_may_be_left_out_are_asked_for_where_they_are_there(fold: Any) -> None:
    assert list(asked(fold, {"type": "tally", "tricks": [0] * 4})) == [f"tricks-{seat}" for seat in range(4)]
    assert "about" not in asked(fold, {"type": "name-suit", "suit": "H"})


def sent(found: list[EntryQuestion]) -> list[tuple[str, str]]:
    """What a browser sends of a form that nobody has touched."""
    fields = []
    for ask in found:
        if ask.how == "boxes":
            rows = [box for _suit, rows in ask.choices.suits for row in rows for box in row]
            fields += [(ask.name, box.card) for box in rows if box.ticked]
        elif ask.how == "tick":
            fields += [(ask.name, "yes")] * ask.value
        else:
            fields.append((ask.name, str(ask.value)))
    return fields


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "throw", "seat": 2, "die": "high", "value": -5, "counts": 20},
        {"type": "play", "seat": 1, "card": "QS", "irregular": True, "call": "up"},
        {"type": "turn", "cards": ["7H", "8H", "9H", "TH"], "more": {"2": "KD"}},
        {"type": "lay-down", "seat": 0, "cards": ["7H", "2C"], "sets": [["8H", "9H"], ["KD", "KC"]]},
        {"type": "name-suit", "suit": "H", "reason": "Called late", "about": 3},
        {"type": "tally", "tricks": [1, 2, 3, 4], "taken": [5, 6], "piles": [{"small": 7, "large": 1}] * 4},
    ],
    ids=lambda raw: str(raw["type"]),
)
def test_a_form_that_nobody_has_touched_sends_the_entry_as_it_is(fold: Any, raw: dict[str, Any]) -> None:
    assert entry_of_answers(fold, raw, sent(questions(fold, raw))) == raw


@each("kind", MADE_UP)
def test_an_entry_to_begin_with_is_one_and_its_form_can_be_sent(fold: Any, kind: str) -> None:
    begun = fields.blank(fold, fold.state, kind)
    assert isinstance(decode(begun, MADE_UP), MADE_UP[kind])
    assert begun.get("seat", begun.get("dealer", 2)) == 2
    answer = entry_of_answers(fold, begun, sent(questions(fold, begun)))
    assert isinstance(decode(answer, MADE_UP), MADE_UP[kind])


def test_every_kind_is_named_readably(fold: Any) -> None:
    names = {kind: WORDS.kind_name(kind) for kind in MADE_UP}
    assert names["lay-down"] == "Lay down"
    assert names["deal"] == "The deal"
