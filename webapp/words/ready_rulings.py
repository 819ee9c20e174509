"""Ready rulings: sentences for the usual cases, by codes that a record keeps, read in the own language."""

from collections.abc import Iterable, Mapping

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l

ANY = "other"
"""The topic whose sentences are offered in every case."""
SHARED: Mapping[str, Mapping[str, str]] = {
    "revoke": {
        "revoke": _l("A card that had to be played was in the hand: it was a revoke."),
        "revoke-harmless": _l("It was a revoke, but nobody has lost anything by it."),
        "no-revoke": _l("No such card was in the hand: the card could be played."),
    },
    "wrong-card": {
        "as-laid": _l("What lay on the table counts, not what was entered."),
        "entry-right": _l("It was entered as it was played."),
    },
    "turn": {
        "turn-stays": _l("A card was played out of turn and stays: others have played since."),
        "turn-back": _l("A card was played out of turn and goes back to the hand."),
        "turn-right": _l("The order of play was right."),
    },
    "score": {
        "miscounted": _l("The points were miscounted."),
        "counted-right": _l("The points are counted rightly."),
    },
    "exposed": {
        "misdeal": _l("It was a misdeal: it is dealt again."),
        "exposed-harmless": _l("The exposed card has told nobody anything: play goes on."),
    },
    "slow": {
        "faster": _l("The table is asked to play faster."),
        "fast-enough": _l("The table plays fast enough."),
    },
    ANY: {
        "told-alike": _l("All sides tell it alike."),
        "too-late": _l("It was brought up too late to be decided."),
    },
}
"""Those of all games, by what is the matter."""
_KNOWN = {code: said for some in SHARED.values() for code, said in some.items()}


def learn(some: Iterable[Mapping[str, str]]) -> None:
    """Adds those that a game brings."""
    for ready in some:
        _KNOWN.update(ready)


def is_known(code: str) -> bool:
    return code in _KNOWN


def ready_said(code: object) -> str:
    """Returns the sentence of this code, nothing for one that is not known here."""
    return _(_KNOWN[code]) if isinstance(code, str) and code in _KNOWN else ""
