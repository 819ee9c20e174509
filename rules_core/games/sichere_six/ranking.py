"""The pack, what is trump, what must be followed and which card takes the trick (SIC-1, SIC-6..12)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from rules_core.cards import SUITS, Card, Suit, pack, rank, suit
from rules_core.evidence import Duty
from rules_core.forecast import Forecast
from rules_core.tricks import Played

JOKER: Card = "X"
RANKS = "6789TJ"  # SIC-7: from low to high
PACK: tuple[Card, ...] = (*pack(RANKS), JOKER)  # SIC-1
Said = Literal["win", "lose"]

_PLAIN = PACK[:-1]
_SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
_TRUMPS: tuple[Suit | None, ...] = (None, *SUITS)
_ABOVE_PLAIN = 10
_LITTLE, _BIG = 20, 21
_NEVER = -1


def big_spit(trump: Suit) -> Card:
    """Returns the highest trump, the 7 of trumps (SIC-9)."""
    return "7" + trump


def little_spit(trump: Suit) -> Card:
    """Returns the second highest trump, the other 7 of its colour (SIC-9)."""
    return "7" + _SAME_COLOUR[trump]


def _suit_of(card: Card, trump: Suit | None) -> Suit:
    return trump if trump is not None and card == little_spit(trump) else suit(card)


def _height(card: Card, trump: Suit | None, led: Suit) -> int:
    belongs = _suit_of(card, trump)
    if trump is None or belongs != trump:
        return RANKS.index(rank(card)) if belongs == led else _NEVER
    spits = {big_spit(trump): _BIG, little_spit(trump): _LITTLE}
    return spits.get(card, _ABOVE_PLAIN + RANKS.index(rank(card)))


# A card is looked up in these for every play.
_SUIT_OF = {trump: {card: _suit_of(card, trump) for card in _PLAIN} for trump in _TRUMPS}
_HEIGHT = {
    (trump, led): {card: _height(card, trump, led) for card in _PLAIN} | {JOKER: _NEVER - 1}
    for trump in _TRUMPS
    for led in SUITS
}
_FOLLOW = {
    trump: {led: (Duty("must-follow-suit", "SIC-6", frozenset(c for c in _PLAIN if suits[c] == led)),) for led in SUITS}
    for trump, suits in _SUIT_OF.items()
}


def trumps(trump: Suit | None) -> tuple[Card, ...]:
    """Returns the trumps, the highest first; none before the first 8 has fallen (SIC-8, SIC-9)."""
    if trump is None:
        return ()
    heights = _HEIGHT[trump, trump]
    return tuple(sorted(_FOLLOW[trump][trump][0].cards, key=heights.__getitem__, reverse=True))


def trump_after(trump: Suit | None, card: Card) -> Suit | None:
    """Returns the trump suit once this card lies: the first 8 sets it, later ones change nothing (SIC-8)."""
    return card[1] if trump is None and card[0] == "8" else trump


def led_after(led: Suit | None, trump: Suit | None, card: Card) -> Suit | None:
    """Returns the suit that the trick asks for once this card lies, `trump` as it was before.

    The first card decides, as what it was when it was led (SIC-6); after a led Joker the next one (SIC-11).
    """
    return _SUIT_OF[trump][card] if led is None and card != JOKER else led


def asked(trick: tuple[Played, ...], led: Suit | None, trump: Suit | None, lead: str) -> tuple[Duty, ...]:
    """Returns the duties of the trick: a card of the suit asked for, by the ranking in force (SIC-6).

    Nothing where there is no such suit yet, nor behind a led Joker where the option `joker_lead` says `no-suit`
    (SIC-11). The Joker may always be played.
    """
    if led is None or is_free(trick, lead):
        return ()
    return _FOLLOW[trump][led]


def is_free(trick: tuple[Played, ...], lead: str) -> bool:
    """Tells whether nobody has to follow in this trick: behind a led Joker where the table plays it so (SIC-11)."""
    return lead == "no-suit" and bool(trick) and trick[0].card == JOKER


def duties(trick: tuple[Played, ...], led: Suit | None, trump: Suit | None, card: Card, lead: str) -> tuple[Duty, ...]:
    """Returns the claims of playing this card: off the suit asked for, that the hand holds none of it (SIC-6).

    What belongs to that suit goes by the ranking before the card lies. The Joker asserts nothing.
    """
    due = asked(trick, led, trump, lead)
    return () if not due or card == JOKER or card in due[0].cards else due


def ahead(trick: tuple[Played, ...], led: Suit | None, trump: Suit | None, joker: Said | UnsetType = UNSET) -> Played:
    """Returns the card that takes the trick as it lies, by the ranking now in force (SIC-9, SIC-10, SIC-12).

    `joker` is what was said with the Joker, should it lie here. The trick holds at least one card.
    """
    if joker == "win":
        for played in trick:
            if played.card == JOKER:
                return played
    if led is None:
        return trick[0]
    heights = _HEIGHT[trump, led]
    best, top = trick[0], heights[trick[0].card]
    for played in trick[1:]:
        if (height := heights[played.card]) > top:
            best, top = played, height
    return best


def forecast(lead: str) -> Forecast:
    """Returns the course of tricks: with no trump or with one of four, set by the first 8 (SIC-6 to SIC-12).

    Who captures the first 9 takes Fate's Mercy before the next lead (SIC-14).
    """
    rankings = {trump or "": trump for trump in _TRUMPS}
    return Forecast(
        orders={name: {led: _order(trump, led) for led in SUITS} for name, trump in rankings.items()},
        rankings={"8" + trump: trump for trump in SUITS},
        belongs={trump: {little_spit(trump): trump} for trump in SUITS},
        said={"joker": "win"},
        stops=tuple(["9" + suit for suit in SUITS]),
        resumes="mercy",
        counted="nines",
        deals=True,
        follow_suit=True,
        frees=(JOKER,) if lead == "no-suit" else (),
    )


def _order(trump: Suit | None, led: Suit) -> tuple[Card, ...]:
    heights = _HEIGHT[trump, led]
    return tuple(sorted((card for card in _PLAIN if heights[card] > _NEVER), key=heights.__getitem__))
