"""Entries in words, and the layout of the keys of a pad that plays cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from markupsafe import Markup
from msgspec import UNSET

from rules_core.cards import SUITS, Card
from rules_core.events import Event, Play
from rules_core.fields import Field, fields_of
from rules_core.games import GAMES
from webapp.games.common.entry_questions import EntryForm
from webapp.games.registry import Found, found, look_of
from webapp.http.language import gettext as _
from webapp.words.cards import SentencePart, card_said, suits
from webapp.words.entry_kit import SHARED, Entry, Say, card_mark
from webapp.words.phrases import bold, marked, named, number, readable

__all__ = ["SHARED", "card_mark", "changed", "entry", "spoken", "taken", "taken_back", "words_of"]


def entry(event: Event, names: Sequence[str]) -> Markup:
    """Returns an entry in words: *Paul played 7♠*."""
    return words_of(type(event))(event, names, card_mark)


def spoken(event: Event, names: Sequence[str]) -> str:
    """Returns an entry as plain text, its cards as a sentence says them: *Paul played the seven of spades*."""
    return words_of(type(event))(event, names, partial(card_said, part=SentencePart.OBJECT)).striptags()


def words_of(kind: type[Event]) -> Entry:
    """Returns the words for a kind of event: its own, else those of the kind that it extends."""
    return _words_of(found(), kind)


@lru_cache(256)
def _words_of(games: Found, kind: type[Event]) -> Entry:
    known = _known(games)
    base = next((each for each in kind.__mro__ if each in known), None)
    if base is None:
        return _plain
    said = {each.name for each in fields_of(base)}
    more = [each for each in fields_of(kind) if each.name not in {*said, *kind.secret}]
    return _with(known[base], more, _form_of(games, kind)) if base is not kind and more else known[base]


def _with(words: Entry, more: Sequence[Field], form: EntryForm) -> Entry:
    """Returns the words of another kind, followed by the further fields: *Ben took the trick (Knaves: 2)*."""

    def said(event: Event, names: Sequence[str], say: Say) -> Markup:
        values = ((each, getattr(event, each.name, UNSET)) for each in more)
        told = [f"{form.label(each.name)}: {_value(form, value)}" for each, value in values if value is not UNSET]
        text = words(event, names, say)
        return Markup("%s (%s)") % (text, ", ".join(told)) if told else text

    return said


def _value(form: EntryForm, value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(_value(form, each) for each in value)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return number(value) if isinstance(value, int) else form.answer(str(value))


def _form_of(games: Found, kind: type[Event]) -> EntryForm:
    known = (look.entry_form for game, look in games.looks.items() if kind in GAMES[game].events.values())
    return next(known, EntryForm())


@lru_cache(1)
def _known(games: Found) -> Mapping[type, Entry]:
    known: dict[type, Entry] = dict(SHARED)
    for look in games.looks.values():
        known |= look.entries
    return known


def _plain(event: Event, names: Sequence[str], say: Say) -> Markup:
    what, seat = readable(str(event.__struct_config__.tag)), getattr(event, "seat", None)
    return marked(what) if seat is None else named(_("%(name)s: %(what)s"), names[seat], what=what)


def taken(name: str, number: int) -> Markup:
    """Returns in words who takes a trick, to follow the card that ended it."""
    return marked(_("%(name)s takes trick %(number)s"), name=name, number=number)


def taken_back(name: str, event: Event, names: Sequence[str]) -> Markup:
    """Returns *Ann took back 9♦*, or *Ann took back: Ben dealt*."""
    if isinstance(event, Play):
        return marked(_("%(name)s took back %(what)s"), name=bold(name), what=card_mark(event.card))
    return marked(_("%(name)s took back: %(what)s"), name=bold(name), what=entry(event, names))


def changed(name: str) -> Markup:
    return marked(_("%(name)s corrected an earlier entry"), name=bold(name))


def reopened(name: str) -> Markup:
    return marked(_("%(name)s reopened a ruling"), name=bold(name))


MOST_COLUMNS = 8
"""The number of keys in one row that are wide enough for a thumb."""


@dataclass(frozen=True)
class CardKeys:
    """The keys of a pad: `rows` of ranks in each suit; the widest has `columns` keys.

    `apart`: of one suit at a time, since all of them together would not fit. `suitless` are cards without a suit.
    """

    rows: tuple[str, ...]
    columns: int
    apart: bool
    suitless: tuple[Card, ...]

    @property
    def suits(self) -> str:
        return suits()

    @property
    def cards(self) -> frozenset[Card]:
        return _cards(self)

    def is_short(self, row: str) -> bool:
        """Tells whether a row lies between the keys of a full one, as on a keyboard."""
        return (len(row), self.columns) == (MOST_COLUMNS - 2, MOST_COLUMNS - 1)


def pad_note(game: str) -> str:
    """Returns the note below the keys, empty without one."""
    note = look_of(game).pad_note
    return _(note) if note else ""


def card_keys(game: str, players: int) -> CardKeys:
    """Returns the keys of a game's pad, for this number of players."""
    return _card_keys(game, players, tuple(look_of(game).rank_rows))


@cache
def _card_keys(game: str, players: int, rows: tuple[str, ...]) -> CardKeys:
    rules = GAMES[game]
    cards = dict.fromkeys(rules.cards[players] or rules.pack)
    ranks = "".join(dict.fromkeys(card[0] for card in cards if len(card) > 1))
    rows = rows or _rows(ranks)
    return CardKeys(rows, max(map(len, rows)), len(rows) > 1, tuple([card for card in cards if len(card) == 1]))


@cache
def _cards(keys: CardKeys) -> frozenset[Card]:
    return frozenset(keys.suitless).union(rank + suit for row in keys.rows for rank in row for suit in SUITS)


def _rows(ranks: str) -> tuple[str, ...]:
    """The ranks from low to high: in one row, or where they are many in two, the longer one nearer to the thumb."""
    half = len(ranks) // 2
    return (ranks,) if len(ranks) <= MOST_COLUMNS else (ranks[:half], ranks[half:])
