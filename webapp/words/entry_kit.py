"""Words with which games tell of entries and of closed questions, and entries that several games have."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from rules_core.cards import Card
from rules_core.events import Adjust, Deal, Event, Hand, Play, Ruling, Settle, Trick, TrickTally, VoidHand
from rules_core.replay import Raw
from rules_core.view import TableView
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import PARTS_KEPT
from webapp.table.lines.people import AskedClosed
from webapp.words.cards import JOKER, card_name, deck, rank_face, suit_sign
from webapp.words.cases import ruled
from webapp.words.phrases import bold, capital, marked, named, number

Names = Sequence[str]
Say = Callable[[str], str]
"""Puts a card into a line: as signs (`card_mark`) or by its name."""
Entry = Callable[[Any, Names, Say], Markup]
"""Puts one kind of event into words."""
Act = str | Callable[[Any, Names], str]
"""An action: a sentence with the player's `name`, or a function that chooses among several such events of a seat."""

_SUITED = Markup(
    '<span class="said %s" role="img" aria-label="%s">%s'
    '<svg class="i" aria-hidden="true"><use href="#i-%s"/></svg></span>'
)
_PLAIN = Markup('<span class="said" role="img" aria-label="%s">%s</span>')


def card_mark(card: str) -> Markup:
    """Returns a card within a line: rank and suit as signs, its name for a screen reader."""
    return _card_mark(card, language(), deck())


@lru_cache(PARTS_KEPT)
def _card_mark(card: str, _language: str, _deck: str) -> Markup:
    name, face = card_name(card), rank_face(card)
    if len(card) == 1:
        return _PLAIN % (name, name if card == JOKER else face)
    sign = suit_sign(card[1])
    return _SUITED % (sign, name, face, sign)


def cards_said(cards: Iterable[str], say: Say) -> Markup:
    """Returns cards side by side, *6♠ 7♠ 8♠*, or by name with commas."""
    return (Markup(" ") if say is card_mark else Markup(", ")).join(say(card) for card in cards)


def melds_said(melds: Iterable[Iterable[str]], say: Say) -> Markup:
    """Returns melds one after the other: *6♠ 7♠ 8♠, 8♥ 8♥*."""
    return (Markup(", ") if say is card_mark else Markup("; ")).join(cards_said(meld, say) for meld in melds)


def each_said(cards: Iterable[tuple[str, str]], say: Say) -> Markup:
    """Returns names with a card each: *Ann K, Ben 7*."""
    return Markup(", ").join(Markup("%s %s") % (bold(name), say(card)) for name, card in cards)


def numbers_said(numbers: Iterable[int]) -> str:
    """Returns *5, 0, −3*."""
    return ", ".join(map(number, numbers))


def played(event: Play, names: Names, say: Say) -> Markup:
    return named(_("%(name)s played %(card)s"), names[event.seat], card=say(event.card))


def took(event: Trick, names: Names, say: Say) -> Markup:
    return named(_("%(name)s took the trick"), names[event.winner])


def took_with(event: Trick, names: Names, what: str) -> Markup:
    return named(_("%(name)s took the trick with %(what)s"), names[event.winner], what=what)


class Fact(NamedTuple):
    """A fact of the hand: *Equal: lowest takes*. `about` may be empty."""

    about: str
    said: str


class Tag(NamedTuple):
    """A tag on a card that lies; in brass where all wait for it."""

    said: str
    brass: bool = False


HandAnswer = Callable[[TableView, Any, tuple[Card, ...]], Any]
"""Answers of a whole hand in a phase in which no card is played from it, given the table and its options.

The game's part `hand_answer` shows what it returns.
"""
Thinkable = Callable[[Any], Iterable[Raw]]
"""Yields entries of a state worth asking about, legal or not."""


def _deal(event: Deal, names: Names, say: Say) -> Markup:
    if not isinstance(event.dealer, int):
        return marked(_("The cards are dealt"))
    return named(_("%(name)s dealt"), names[event.dealer])


def _hand(event: Hand, names: Names, say: Say) -> Markup:
    # The cards are private until the hand is over (GEN-5).
    return named(_("%(name)s’s own hand was entered"), names[event.seat])


def _ruling(event: Ruling, names: Names, say: Say) -> Markup:
    what = ruled(event) or _("Without words.")
    if not isinstance(event.by, str):
        return marked(_("Settled: %(text)s"), text=what)
    return named(_("%(name)s ruled: %(what)s"), event.by, what=what)


def _tricks_of(event: TrickTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(tricks)s tricks"), tricks=numbers_said(event.tricks))


SHARED: Mapping[type[Event], Entry] = {
    Deal: _deal,
    Hand: _hand,
    VoidHand: lambda event, names, say: marked(_("The hand was void")),
    Adjust: lambda event, names, say: marked(_("The scores were adjusted: %(reason)s"), reason=event.reason),
    Ruling: _ruling,
    Settle: lambda event, names, say: marked(_("It stays as it lies")),
    Play: played,
    Trick: took,
    TrickTally: _tricks_of,
}


def question_said(who: str, asked: AskedClosed) -> Markup:
    """Returns the line of the table: the phone that asked, and the answer."""
    return marked("%(who)s: %(what)s", who=capital(who), what=what_was_asked(asked))


def what_was_asked(asked: AskedClosed) -> Markup:
    """Returns the line of the log without the phone, which the log names elsewhere."""
    place, card = asked.place, asked.card
    if asked.taken and place is not None and card:
        sentence = _("entry %(number)s was corrected to %(card)s, and compared with the cards that lie closed.")
        return marked(sentence, number=place + 1, card=card_mark(card))
    if card:
        return marked(_("%(card)s was not taken. It has been played, and lies closed."), card=card_mark(card))
    if asked.type == "hand":
        return marked(_("a hand was entered privately, and compared with the cards that lie closed."))
    if place is not None:
        sentence = _("a correction of entry %(number)s was not taken, and that told something of closed cards.")
        return marked(sentence, number=place + 1)
    return marked(_("an entry was not taken, and that told something of closed cards."))


def put_back(seen: int, ended: int) -> str:
    """Returns the notice of the table when a phone knows a later entry than its log."""
    return _(
        "A phone here had seen entry %(seen)s; the table ended at %(ended)s: a backup was put back. "
        "Enter again what is missing.",
        seen=seen,
        ended=ended,
    )


def put_back_for_one(seen: int, ended: int) -> str:
    """Returns the notice for a phone that enters on a page with a later entry than the log's."""
    return _(
        "This phone had seen entry %(seen)s; the table now ends at %(ended)s: a backup was put back. Look again.",
        seen=seen,
        ended=ended,
    )
