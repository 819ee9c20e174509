"""The kinds of entries by name, and what is asked about each of them where one is put together or changed."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.http.language import noted as _l
from webapp.words.cards import rank_name

KINDS: Mapping[str, str] = {
    "deal": _l("The deal"),
    "hand": _l("A whole hand"),
    "void-hand": _l("The hand is void"),
    "adjust": _l("An adjusted score"),
    "ruling": _l("A ruling"),
    "settle": _l("Nothing to add"),
    "play": _l("A card"),
    "trick": _l("A trick, by its winner"),
    "ace": _l("What an ace counts"),
    "tally": _l("All at once, as totals"),
    "mercy": _l("Fate’s Mercy"),
    "bid": _l("A bid"),
    "pass": _l("A pass"),
    "contract": _l("The contract only"),
    "sink": _l("The sunk suit"),
    "show": _l("An invitation"),
    "exchange": _l("Three cards passed over"),
    "meld": _l("A meld"),
    "turn-up": _l("The card turned up"),
    "close": _l("The talon is closed"),
    "swap": _l("The trump is swapped"),
    "claim": _l("The call"),
    "reveal": _l("Cards turned over"),
    "roll": _l("A die"),
    "reinforce": _l("Reinforcements"),
}
_FIELDS: Mapping[str, str] = {
    "seat": _l("Who"),
    "winner": _l("Who took it"),
    "dealer": _l("Who dealt"),
    "card": _l("Which card"),
    "cards": _l("Which cards"),
    "melds": _l("Which melds"),
    "suit": _l("Which suit"),
    "amount": _l("How much"),
    "points": _l("Points"),
    "nines": _l("Nines"),
    "augen": _l("Augen"),
    "tricks": _l("Tricks"),
    "taken": _l("Taken"),
    "meld": _l("Melded"),
    "spoils": _l("Spoils"),
    "as": _l("What it counts"),
    "joker": _l("The Joker"),
    "die": _l("Which die"),
    "value": _l("What it shows"),
    "irregular": _l("It really happened, against a duty of play"),
    "reason": _l("Why"),
}
_CHOICES: Mapping[str, str] = {
    "odd": _l("odd"),
    "even": _l("even"),
    "win": _l("wins"),
    "lose": _l("loses"),
    "d6": _l("Standard"),
    "low": _l("Low"),
    "high": _l("High"),
}
SPOILS: Mapping[str, str] = {
    "low": _l("2 to 9"),
    "ten": _l("Tens"),
    "face": _l("Jack to ace"),
    "joker": _l("Jokers"),
}


def kind_name(kind: str) -> str:
    """Returns what an entry of this kind is called."""
    return _(KINDS[kind])


def field_label(name: str) -> str:
    """Returns what is asked about an entry."""
    if name == "marriage":
        return _("With king and %(queen)s announced", queen=rank_name("Q"))
    return _(_FIELDS[name])


def choice_said(value: str) -> str:
    """Returns one of a few answers in words; a number is its own."""
    return _(_CHOICES[value]) if value in _CHOICES else value


def spoil_name(kind: str) -> str:
    """Returns a kind of spoils: *Tens*."""
    return _(SPOILS[kind])
