"""What can be the matter at a table of a game, and the rules behind it."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from rules_core.games import GAMES
from rules_core.trick_rules import TrickRules
from rules_core.tricks import Played
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.codes import readable
from webapp.words.disputes import OTHER, Reason

REVOKE = "revoke"
_CARD = "wrong-card"
SHARED: Mapping[str, Reason] = {
    REVOKE: Reason(_l("Revoke"), refusals=("must-follow-suit",)),
    _CARD: Reason(
        _l("A card was entered wrongly"),
        ("GEN-2", "LOG-7"),
        ("card-already-played", "card-elsewhere", "not-in-hand"),
    ),
    "turn": Reason(_l("Whose turn it is, or who leads"), ("LOG-3",), ("not-your-turn", "wrong-dealer")),
    "score": Reason(_l("The score"), refusals=("bad-tally",)),
    "exposed": Reason(_l("An exposed card or a misdeal"), ("GEN-6",)),
    OTHER: Reason(_l("Something else")),
}
BESIDE_ENTRIES = frozenset({_CARD, "exposed", OTHER})
"""Of these no entry can tell: they are about what was done at the table beside it."""
_AT_LAST = ("score", "exposed", OTHER)


def reasons(game: str, options: Any) -> dict[str, str]:
    """Returns what can be the matter at a table of this game, each code with its words, in the order of the list.

    Where no cards are played from hands, nobody can revoke or play out of turn.
    """
    own = [code for code, reason in look_of(game).disputes.items() if code not in SHARED and _is_there(reason, options)]
    first = (REVOKE, _CARD, "turn") if "play" in GAMES[game].events else (_CARD,)
    return {code: reason_said(game, code) for code in (*first, *own, *_AT_LAST)}


def _is_there(reason: Reason, options: Any) -> bool:
    return reason.option is None or bool(getattr(options, reason.option))


def reason_said(game: str, code: str) -> str:
    """Returns what is the matter, by its code."""
    found = (by_code[code].said for by_code in (look_of(game).disputes, SHARED) if code in by_code)
    return _(next(filter(None, found), readable(code)))


def reason_of(game: str, refusal: str) -> str | None:
    """Returns what is the matter where the rules have refused an entry, by the refusal's code; None: nothing listed."""
    if refusal.startswith("must-"):
        return REVOKE
    listed = (*SHARED.items(), *look_of(game).disputes.items())
    return next((code for code, reason in listed if refusal in reason.refusals), None)


def rules_behind(game: str, code: str) -> tuple[str, ...]:
    """Returns the rules behind a reason, the most likely first, those of all games last; none for own words.

    Where the game does not name them, they are those that its rules cite themselves.
    """
    own, shared = look_of(game).disputes.get(code), SHARED.get(code)
    found = own.rules if own is not None and own.rules else _cited_for(game, code)
    return (*found, *(shared.rules if shared is not None else ()))


def _cited_for(game: str, code: str) -> tuple[str, ...]:
    rules = GAMES[game]
    if not isinstance(rules, TrickRules):
        return ()
    cited = rules.rules
    match code:
        case "revoke":
            return _duties_of(rules)
        case "turn":
            return (cited.turn, cited.lead)
        case "score":
            return (cited.score,)
    return ()


def _duties_of(rules: TrickRules[Any]) -> tuple[str, ...]:
    """The rules of all duties that a led card can bring about."""
    hand, options = rules.dealt(0, rules.players[0]), rules.options()
    led = (structs.replace(hand, trick=(Played(hand.to_act, card, 0),)) for card in rules.pack)
    return tuple(dict.fromkeys(duty.rule for one in led for duty in rules.owed(one, options)))
