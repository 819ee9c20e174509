"""The form of one entry: a question for each of its fields, made from the event's own definition.

What is asked depends on the kind of entry and on who sits at the table; whether an answer is allowed is for the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from msgspec import structs

from rules_core.events import Adjust, Event, Hand
from rules_core.games.deep_six.events import CardMeld, PointsTrick, Show, SidesTally
from rules_core.games.deep_six.hand import Meld
from rules_core.games.deep_six.meld import ECHOES, RUNS, WIDES, meld_of
from rules_core.games.sechsundsechzig.events import MarriageMeld, PointsTally
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Spoils
from rules_core.games.sichermans_war.spoils import RANKS_OF_PACK
from rules_core.replay import Fold, Raw
from webapp.games.common.entry_kinds import choice_said, field_label, spoil_name
from webapp.games.common.hand_boxes import Boxes, boxes
from webapp.games.deep_six.meld_words import meld_title
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.table.form_fields import event_of
from webapp.words.cards import card_name, suit_name
from webapp.words.deck import suits
from webapp.words.entry_kit import card_mark, cards_said
from webapp.words.sides import side_names

TENS, FIVES = 10, 5
Choices = list[tuple[str, str]]


@dataclass(frozen=True)
class Question:
    """A field of the form. `how` says what it looks like, `name` what it sends, `value` what it holds now.

    `choices` are the answers of a field with few; numbers go from `low` to `high`, `by` so much.
    """

    how: Literal["one", "select", "boxes", "number", "text", "tick", "melds"]
    name: str
    label: str
    value: Any = None
    choices: Any = ()
    low: int = 0
    high: int = LARGEST_FIELD_NUMBER
    by: int = 1


@dataclass(frozen=True)
class Sitting:
    """What the questions need to know of the table."""

    fold: Fold

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.fold.header.players

    @property
    def sides(self) -> list[str]:
        """Who scores together."""
        return side_names(self.names, len(self.fold.state.totals))

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that are dealt here."""
        return self.fold.game.cards[len(self.names)]


def questions(fold: Fold, kind: str, raw: Raw) -> list[Question]:
    """Returns what is asked about an entry of this kind; `raw` is what it holds so far."""
    table, struct = Sitting(fold), fold.events[kind]
    return [question for name in asked(struct, raw) for question in _ASK[name](table, struct, name, raw.get(name))]


def asked(struct: type[Event], raw: Raw) -> list[str]:
    """Returns the fields that a form asks for."""
    names = [field.encode_name for field in structs.fields(struct)]
    if struct is CardMeld:
        names.remove("melds" if "points" in raw else "points")
    if struct is SidesTally and "meld" not in raw:
        names.remove("meld")
    return names


def answered(struct: type[Event], raw: Raw, fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns the entry with these answers. What was asked for and is left empty is left out. Raises `NotAField`."""
    kept = {name: value for name, value in raw.items() if name not in asked(struct, raw)}
    answers = event_of((name, value) for name, value in fields if value.strip())
    nothing: dict[str, Any] = {"melds": [], **({"cards": []} if struct in (Hand, Show) else {})}
    empty = {name: value for name, value in nothing.items() if name in asked(struct, raw)}
    answers = {name: _unmoved(answer, raw.get(name)) for name, answer in answers.items()}
    return {**empty, **answers, **kept}


def _unmoved(answer: Any, held: Any) -> Any:
    """Returns what was held where boxes tell the same in another order."""
    if not isinstance(answer, list) or not isinstance(held, list | tuple) or not answer:
        return answer
    parts = [sorted(part) if isinstance(part, list | tuple) else part for part in (*answer, *held)]
    if not all(isinstance(part, type(parts[0])) and isinstance(part, str | list) for part in parts):
        return answer
    return held if sorted(parts[: len(answer)]) == sorted(parts[len(answer) :]) else answer


# One of few


def _seat(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    yield _one(name, [(str(seat), player) for seat, player in enumerate(table.names)], value)


def _suit(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    yield _one(name, [(suit, suit_name(suit)) for suit in suits()], value)


def _said(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """One of the answers that the event's definition has; one that may be left out has an empty one, too."""
    found = next(field for field in structs.fields(struct) if field.encode_name == name)
    answers = [answer for part in (found.type, *get_args(found.type)) for answer in get_args(part)]
    choices = [(str(answer), choice_said(str(answer))) for answer in answers if isinstance(answer, str | int)]
    yield _one(name, choices if found.required else [("", _("no Joker")), *choices], value)


def _one(name: str, choices: Choices, value: Any) -> Question:
    return Question("one", name, field_label(name), "" if value is None else str(value), choices)


def _tick(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    yield Question("tick", name, field_label(name), bool(value))


# Cards


def _card(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    yield Question("select", name, field_label(name), value, _named(dict.fromkeys(table.cards)))


def _named(cards: Iterable[str]) -> Choices:
    return [(card, card_name(card)) for card in cards]


def _cards(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """Boxes for a hand; in a war a rank for each seat, where suits do not matter."""
    if struct not in (Reveal, Reinforce):
        ticked: Boxes = boxes(table.cards, value or ())
        yield Question("boxes", name, field_label(name), None, ticked)
        return
    held = (
        dict(enumerate(value or ())) if struct is Reveal else {int(seat): card for seat, card in (value or {}).items()}
    )
    mark, none = ("-", []) if struct is Reveal else (".", [("", _("no card"))])
    for seat, player in enumerate(table.names):
        ranks = dict.fromkeys((*RANKS_OF_PACK, held.get(seat, RANKS_OF_PACK[0])))
        yield Question("select", f"{name}{mark}{seat}", player, held.get(seat, ""), [*none, *_named(ranks)])


def _melds(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """Every meld there is, each twice: so often the pack holds it."""
    laid = [found.cards for cards in value or () if (found := meld_of(cards))]
    every: list[Meld] = [*(meld for suit in suits() for meld in (*RUNS[suit], *ECHOES[suit])), *WIDES]
    rows = [(" ".join(m.cards), meld_title(m), cards_said(m.cards, card_mark), laid.count(m.cards)) for m in every]
    yield Question("melds", name, field_label(name), None, rows)


# Numbers and words


def _number(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    low, high, by = _LIMITS.get((struct, name), _LIMITS.get((None, name), (0, LARGEST_FIELD_NUMBER, 1)))
    yield Question("number", name, field_label(name), value or 0, (), low, high, by)


def _points(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """Points are one number, one of two in a marriage, or one for each side."""
    if struct is MarriageMeld:
        yield from _said(table, struct, name, value)
    elif struct in (Adjust, PointsTally):
        yield from _each(table, struct, name, value)
    else:
        yield from _number(table, struct, name, value)


def _nines(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """The nines of one trick, or those of each seat."""
    whole_round = "tricks" in [field.name for field in structs.fields(struct)]
    yield from (_each if whole_round else _number)(table, struct, name, value)


def _each(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    """A number for each seat or side."""
    low, high, by = _LIMITS.get((struct, name), _LIMITS.get((None, name), (0, LARGEST_FIELD_NUMBER, 1)))
    owners = list(table.names) if name in ("tricks", "nines") else table.sides
    held = [*(value or ()), *[0] * len(owners)]
    for at, owner in enumerate(owners):
        label = _("%(name)s: %(what)s", name=owner, what=field_label(name))
        yield Question("number", f"{name}-{at}", label, held[at], (), low, high, by)


def _spoils(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    held = [*(value or ()), *[{}] * len(table.names)]
    kinds = [field.name for field in structs.fields(Spoils) if field.name != "joker" or table.fold.state.options.jokers]
    for seat, player in enumerate(table.names):
        for kind in kinds:
            label = _("%(name)s: %(what)s", name=player, what=spoil_name(kind))
            yield Question("number", f"{name}-{seat}-{kind}", label, held[seat].get(kind, 0))


def _text(table: Sitting, struct: type[Event], name: str, value: Any) -> Iterator[Question]:
    yield Question("text", name, field_label(name), value or "")


_LIMITS: Mapping[tuple[type[Event] | None, str], tuple[int, int, int]] = {
    (None, "amount"): (-LARGEST_FIELD_NUMBER // TENS * TENS, LARGEST_FIELD_NUMBER // TENS * TENS, TENS),
    (None, "taken"): (0, 250, TENS),
    (None, "meld"): (-510, 0, FIVES),
    (Adjust, "points"): (-LARGEST_FIELD_NUMBER, LARGEST_FIELD_NUMBER, 1),
    (PointsTrick, "points"): (0, 80, TENS),
    (CardMeld, "points"): (-255, 0, FIVES),
    (None, "value"): (1, 8, 1),
}
_ASK: Mapping[str, Callable[[Sitting, type[Event], str, Any], Iterator[Question]]] = {
    **dict.fromkeys(("seat", "winner", "dealer"), _seat),
    **dict.fromkeys(("as", "joker", "die"), _said),
    **dict.fromkeys(("irregular", "marriage"), _tick),
    **dict.fromkeys(("amount", "augen", "value"), _number),
    **dict.fromkeys(("tricks", "taken", "meld"), _each),
    "reason": _text,
    "suit": _suit,
    "card": _card,
    "cards": _cards,
    "melds": _melds,
    "points": _points,
    "nines": _nines,
    "spoils": _spoils,
}
