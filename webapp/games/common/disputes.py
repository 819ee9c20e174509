"""Disputes in words: what can be the matter in each game, and what the table is told."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

OTHER = "other"
"""What stands in no list: it asks for own words."""

_SAID: Mapping[str, str] = {
    "revoke": _l("Revoke"),
    "wrong-card": _l("A card was entered wrongly"),
    "turn": _l("Whose turn it is, or who leads"),
    "trump": _l("When trump was made"),
    "spits": _l("The Spits"),
    "joker": _l("What was said with the Joker"),
    "chosen": _l("The Chosen, Fate’s Mercy or the nines"),
    "ties": _l("A tie"),
    "dice": _l("A die, or when it was rolled"),
    "bid": _l("The auction"),
    "exchange": _l("The cards passed over"),
    "meld": _l("A meld"),
    "sunk": _l("The sunk suit"),
    "parity": _l("Odd, even, or equally many"),
    "ace": _l("A wild ace"),
    "marriage": _l("20 or 40"),
    "closing": _l("Closing the talon"),
    "claim": _l("The call"),
    "score": _l("The score"),
    "exposed": _l("An exposed card or a misdeal"),
    OTHER: _l("Something else"),
}
_OF_CARDS = ("revoke", "wrong-card", "turn")
_AT_LAST = ("score", "exposed", OTHER)
_OF_GAME: Mapping[str, tuple[str, ...]] = {
    "sichere-six": (*_OF_CARDS, "trump", "spits", "joker", "chosen", *_AT_LAST),
    "sichermans-war": ("wrong-card", "ties", "dice", *_AT_LAST),
    "deep-six": (*_OF_CARDS, "bid", "exchange", "meld", "sunk", *_AT_LAST),
    "sixes-and-sevens": (*_OF_CARDS, "parity", "ace", *_AT_LAST),
    "sechsundsechzig": (*_OF_CARDS, "marriage", "closing", "claim", *_AT_LAST),
}

_OF_REFUSAL: Mapping[str, str] = {
    **dict.fromkeys(("must-follow-suit", "must-play-over", "must-beat", "must-trump"), "revoke"),
    **dict.fromkeys(("card-already-played", "card-elsewhere", "not-in-hand"), "wrong-card"),
    **dict.fromkeys(("not-your-turn", "wrong-dealer"), "turn"),
    **dict.fromkeys(("bad-meld", "sunk-run", "meld-reuse"), "meld"),
    **dict.fromkeys(("die-already-used", "bad-roll", "out-of-skirmish"), "dice"),
    "bad-bid": "bid",
    "joker-undeclared": "joker",
    "bad-marriage": "marriage",
    "bad-claim": "claim",
    "bad-tally": "score",
}


def matter_of(refusal: str) -> str | None:
    """Returns what is the matter where the rules have refused an entry, by the refusal's code; None: nothing listed."""
    return _OF_REFUSAL.get(refusal)


def reasons(game: str, options: Any) -> dict[str, str]:
    """Returns what can be the matter at a table of this game, each code with its words, in the order of the list."""
    wild = getattr(options, "ace_wild", True)
    return {code: _(_SAID[code]) for code in _OF_GAME[game] if wild or code != "ace"}


def reason_said(code: str) -> str:
    """Returns what is the matter, by its code."""
    return _(_SAID[code])


def sentence(words: str) -> str:
    """Returns words of people with an end, so that another sentence can follow."""
    return words if words.endswith((".", "?", "!", "…")) else f"{words}."


def by_name(name: str) -> str:
    """Returns a name as it was written down, in the reader's words where there was none: *the host*."""
    return name or _("the host")


def asked(name: str) -> str:
    """Returns who has called the referee. A sentence begins with it, be it *Ann* or *the host*."""
    name = by_name(name)
    return _("%(name)s asks for a ruling", name=name[:1].upper() + name[1:])


def play_meanwhile(paused: bool) -> str:
    """Returns what the table does until there is a ruling."""
    return _("Play pauses.") if paused else _("Play goes on.")


def reopened(body: Mapping[str, Any]) -> str:
    """Returns that a ruling was reopened, by whom and why, as far as the line of the desk says so."""
    by, why = by_name(str(body.get("by", ""))), str(body.get("why", ""))
    if why:
        return _("Reopened by %(name)s: %(why)s", name=by, why=why)
    return _("Reopened by %(name)s", name=by)
