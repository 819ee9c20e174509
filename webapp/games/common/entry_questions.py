"""The form of one entry: a question for each field, as its type says or the game asks; boxes for a hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from werkzeug.datastructures import MultiDict

from rules_core.cards import SUITS, Card, Suit
from rules_core.events import Event
from rules_core.fields import Field
from rules_core.replay import Fold, Raw
from rules_core.tricks import declared_hands
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.words.cards import JOKER, card_name, suit_name, suits
from webapp.words.phrases import number, readable
from webapp.words.turn import side_names

MOST_COLUMNS = 8
HALF = 7
"""Where a suit has more ranks than a phone is wide, it takes two rows."""


@dataclass(frozen=True)
class Box:
    """One copy of a card: which of how many, and whether it is ticked."""

    card: Card
    copy: int
    of: int
    ticked: bool


@dataclass(frozen=True)
class Boxes:
    """All boxes of a page: for each suit one row of them a copy, and the Joker's. `columns`: how many
    ranks; `twice`: every card is there in two copies."""

    columns: int
    suits: list[tuple[str, list[list[Box]]]]
    joker: Box | None
    twice: bool


def own_hand(fold: Fold, seat: int) -> tuple[Card, ...]:
    """Returns the declared hand of this seat, less the cards played since. For that seat's phone alone."""
    declared = declared_hands(fold.state)
    return (declared[seat] if seat < len(declared) else None) or ()


def boxes(cards: Sequence[Card], picked: Sequence[Card]) -> Boxes:
    """Returns the boxes of these cards, of which some may be there twice; those of the picked ones are ticked."""
    ranks = dict.fromkeys(card[0] for card in cards if card != JOKER)
    copies, held = max(Counter(cards).values()), Counter(picked)

    def row(suit: Suit, copy: int) -> list[Box]:
        return [Box(rank + suit, copy, copies, held[rank + suit] >= copy) for rank in ranks]

    return Boxes(
        len(ranks) if len(ranks) <= MOST_COLUMNS else HALF,
        [(suit, [row(suit, copy) for copy in range(1, copies + 1)]) for suit in suits()],
        Box(JOKER, 1, 1, held[JOKER] > 0) if JOKER in cards else None,
        copies > 1,
    )


Words = str | Callable[[], str]
"""A text marked with `noted`, or a function that returns one."""


@dataclass(frozen=True)
class EntryQuestion:
    """A field of the form. `how` is its look, `name` its parameter, `value` its current value.

    `choices` are the answers of a field with few; numbers go from `low` to `high`, `by` so much. What is asked in a
    game's own way is drawn by its `part`, which knows the question as `it`.
    """

    how: Literal["one", "select", "card", "boxes", "number", "text", "tick", "own"]
    name: str
    label: str
    value: Any = None
    choices: Any = ()
    low: int = 0
    high: int = LARGEST_FIELD_NUMBER
    by: int = 1
    part: str = ""
    first: bool = False


@dataclass(frozen=True)
class Own:
    """A field with a template part of the game's own; its choices there are returned by `shown`.

    `sends` is the prefix of the further names that it sends. `settled` tells whether what was typed
    is an answer: else the form is shown again with it. `first`: where an entry is changed it is asked before all else.
    """

    part: str
    shown: "Callable[[AskedField], Any]"
    sends: str | None = None
    settled: "Callable[[AskedField], bool]" = lambda asked: True
    first: bool = False


@dataclass(frozen=True, kw_only=True)
class EntryForm:
    """How the entries of a game are made field by field. By default it follows from the events' types.

    `kinds` are the names of its own entries, `fields` what is asked for by each field, `answers` the words of choices
    (an empty one: that nothing is said). `numbers` are the numbers and `cards` the cards that a field may have, `begin`
    what it holds to begin with, `questions` asks about it in another way than its type would; all by *entry.field*.
    `own` are fields with a part of their own, by *entry.field*, too.
    `either` are fields of an entry of which only one is given, and what each of these ways to enter it is called.
    `not_then` are refusals that say that such an entry has no place there at all, whatever is in it.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Words] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, range] = field(default_factory=dict)
    cards: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    begin: Mapping[str, Any] = field(default_factory=dict)
    questions: Mapping[str, "Ask"] = field(default_factory=dict)
    own: Mapping[str, Own] = field(default_factory=dict)
    either: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    not_then: frozenset[str] = frozenset()

    def kind_name(self, kind: str) -> str:
        named = self.kinds.get(kind) or KINDS.get(kind)
        return _(named) if named else readable(kind)

    def label(self, name: str) -> str:
        named = self.fields.get(name) or FIELDS.get(name)
        if callable(named):
            return named()
        return _(named) if named else readable(name)

    def answer(self, value: str) -> str:
        """Returns one of a few answers in words; a number is its own."""
        named = self.answers.get(value)
        if named:
            return _(named)
        return readable(value) if value else _("nothing said")


KINDS: Mapping[str, str] = {
    "deal": _l("The deal"),
    "hand": _l("A whole hand"),
    "void-hand": _l("The hand is void"),
    "adjust": _l("An adjusted score"),
    "ruling": _l("A ruling"),
    "settle": _l("Nothing to add"),
    "play": _l("A card"),
    "trick": _l("A trick, by its winner"),
    "tally": _l("All at once, as totals"),
}
"""The names of entries that many games have."""
FIELDS: Mapping[str, str] = {
    "seat": _l("Who"),
    "winner": _l("Who took it"),
    "dealer": _l("Who dealt"),
    "card": _l("Which card"),
    "cards": _l("Which cards"),
    "suit": _l("Which suit"),
    "points": _l("Points"),
    "tricks": _l("Tricks"),
    "irregular": _l("It really happened, against a duty of play"),
    "reason": _l("Why"),
}
"""Questions for fields that many entries have."""


@dataclass(frozen=True)
class AskedField:
    """A field of an entry to ask for, at this table.

    `around` are the other entries of its deal that may be looked at, in order; `typed` is what was sent so far, None:
    nothing.
    """

    fold: Fold
    form: EntryForm
    raw: Raw
    field: Field
    around: Sequence[Event] = ()
    typed: "MultiDict[str, str] | None" = None

    @property
    def kind(self) -> str:
        kind: str = self.raw["type"]
        return kind

    @property
    def value(self) -> Any:
        return self.raw.get(self.name)

    @property
    def own(self) -> Own | None:
        """How the game itself asks for it, None: as its type says."""
        return self.form.own.get(f"{self.kind}.{self.name}")

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def label(self) -> str:
        return self.form.label(self.name)

    @property
    def players(self) -> Sequence[str]:
        return self.fold.header.players

    @property
    def owners(self) -> Sequence[str]:
        """The owners of a list's items: the players, or the sides."""
        if self.field.per == "side":
            return side_names(self.players, len(self.fold.state.totals))
        return self.players

    @property
    def cards(self) -> Sequence[Card]:
        """The cards that may be named: those that hands are dealt from, else all that the game knows."""
        dealt = self.fold.game.cards[len(self.players)] or self.fold.game.pack
        return self.form.cards.get(f"{self.kind}.{self.name}", dealt)


Ask = Callable[[AskedField], Iterator[EntryQuestion]]


def questions(asked: AskedField) -> Iterator[EntryQuestion]:
    if asked.own is not None:
        shown = asked.own.shown(asked)
        own = asked.own
        yield EntryQuestion("own", asked.name, asked.label, asked.value, shown, part=own.part, first=own.first)
        return
    ask = asked.form.questions.get(f"{asked.kind}.{asked.name}", by_type)
    yield from ask(asked)


def by_type(asked: AskedField) -> Iterator[EntryQuestion]:
    match asked.field.kind:
        case "seat":
            yield _one(asked, [(str(seat), player) for seat, player in enumerate(asked.players)])
        case "choice":
            yield _one(asked, _choices(asked))
        case "flag":
            yield EntryQuestion("tick", asked.name, asked.label, bool(asked.value))
        case "card":
            yield EntryQuestion("card", asked.name, asked.label, asked.value, boxes([*dict.fromkeys(asked.cards)], ()))
        case "number" | "event":
            yield _number(asked, asked.name, asked.label, asked.value, asked.field)
        case "text":
            yield EntryQuestion("text", asked.name, asked.label, asked.value or "")
        case "list" if asked.field.per:
            yield from _each(asked)
        case "list":
            yield from _several(asked)
        case "by-key":
            yield from _by_seat(asked)


# One of few


def _one(asked: AskedField, choices: Sequence[tuple[str, str]]) -> EntryQuestion:
    return EntryQuestion("one", asked.name, asked.label, "" if asked.value is None else str(asked.value), choices)


def _choices(asked: AskedField) -> list[tuple[str, str]]:
    """The answers that the event's definition has; one that may be left out has an empty one, too."""
    if set(asked.field.choices) == set(SUITS):
        found = [(suit, suit_name(suit)) for suit in suits()]
    else:
        found = [(str(answer), asked.form.answer(str(answer))) for answer in asked.field.choices]
    return found if asked.field.required else [("", asked.form.answer("")), *found]


# Cards


def _named(cards: Iterable[Card]) -> list[tuple[str, str]]:
    return [(card, card_name(card)) for card in dict.fromkeys(cards)]


def _several(asked: AskedField) -> Iterator[EntryQuestion]:
    """Boxes for a hand; where sets of cards are asked for, a line for each and one more."""
    assert asked.field.item is not None
    if asked.field.item.kind == "card":
        yield EntryQuestion("boxes", asked.name, asked.label, None, boxes(asked.cards, asked.value or ()))
        return
    for held in (*(asked.value or ()), ()):
        yield EntryQuestion("text", asked.name, asked.label, " ".join(held))


def _by_seat(asked: AskedField) -> Iterator[EntryQuestion]:
    held = {int(seat): card for seat, card in (asked.value or {}).items()}
    for seat, player in enumerate(asked.players):
        cards = _named((*asked.cards, *([held[seat]] if seat in held else [])))
        yield EntryQuestion("select", f"{asked.name}.{seat}", player, held.get(seat, ""), [("", _("no card")), *cards])


# Numbers, and one of something for each seat or side


def _number(asked: AskedField, name: str, label: str, value: Any, of: Field) -> EntryQuestion:
    allowed = asked.form.numbers.get(f"{asked.kind}.{asked.name}")
    if allowed is None:
        low = 0 if of.least is None else max(of.least, -LARGEST_FIELD_NUMBER)
        allowed = range(low, (LARGEST_FIELD_NUMBER if of.most is None else min(of.most, LARGEST_FIELD_NUMBER)) + 1)
    return EntryQuestion("number", name, label, value or 0, (), allowed[0], allowed[-1], allowed.step)


def _each(asked: AskedField) -> Iterator[EntryQuestion]:
    item, held = asked.field.item, [*(asked.value or ()), *[None] * len(asked.owners)]
    assert item is not None
    for at, owner in enumerate(asked.owners):
        name = f"{asked.name}-{at}"
        if item.kind == "card":
            cards = _named((*asked.cards, *([held[at]] if held[at] else [])))
            none = [] if held[at] else [("", _("no card"))]
            yield EntryQuestion("select", name, owner, held[at] or "", [*none, *cards])
        elif item.kind == "struct":
            for part in item.fields:
                label = _of_owner(owner, asked.form.label(part.name))
                yield _number(asked, f"{name}-{part.name}", label, (held[at] or {}).get(part.name), part)
        else:
            yield _number(asked, name, _of_owner(owner, asked.label), held[at], item)


def of_few(asked: AskedField, numbers: Iterable[int]) -> Iterator[EntryQuestion]:
    choices = [(str(one), number(one)) for one in numbers]
    for at, owner in enumerate(asked.owners):
        yield EntryQuestion("select", f"{asked.name}-{at}", _of_owner(owner, asked.label), "0", choices)


def _of_owner(owner: str, what: str) -> str:
    return _("%(name)s: %(what)s", name=owner, what=what)
