"""Reasons to call the referee: their words, the ready rulings about them, and the rules behind them."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from rules_core.games import GAMES
from rules_core.trick_rules import TrickRules
from rules_core.tricks import Played
from webapp.games.registry import look_of, looks
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cases import ANY, OTHER, READY_RULINGS, CallReason
from webapp.words.phrases import readable

REVOKE = "revoke"
SLOW = "slow"
_CARD = "wrong-card"
REASONS: Mapping[str, CallReason] = {
    REVOKE: CallReason(_l("Revoke"), refusals=("must-follow-suit",)),
    _CARD: CallReason(
        _l("A card was entered wrongly"),
        ("GEN-2", "LOG-7"),
        ("card-already-played", "card-elsewhere", "not-in-hand"),
    ),
    "turn": CallReason(_l("Whose turn it is, or who leads"), ("LOG-3",), ("not-your-turn", "wrong-dealer")),
    "score": CallReason(_l("The score"), refusals=("bad-tally",)),
    "exposed": CallReason(_l("An exposed card or a misdeal"), ("GEN-6",)),
    SLOW: CallReason(_l("Slow play"), ("GEN-3",)),
    OTHER: CallReason(_l("Something else")),
}
NOT_IN_LOG = frozenset({_CARD, "exposed", SLOW, OTHER})
"""Reasons that no entry can show: they are about behaviour at the table."""
_AT_LAST = ("score", "exposed", SLOW, OTHER)


def reasons(game: str, options: Any) -> dict[str, str]:
    """Returns the reasons to call the referee in this game, each code with its words, in the order of the list.

    Where no cards are played from hands, nobody can revoke or play out of turn.
    """
    own = [
        code
        for code, reason in look_of(game).call_reasons.items()
        if code not in REASONS and _is_there(reason, options)
    ]
    first = (REVOKE, _CARD, "turn") if "play" in GAMES[game].events else (_CARD,)
    return {code: reason_said(game, code) for code in (*first, *own, *_AT_LAST)}


def _is_there(reason: CallReason, options: Any) -> bool:
    return reason.option is None or bool(getattr(options, reason.option))


def reason_said(game: str, code: str) -> str:
    found = (by_code[code].said for by_code in (look_of(game).call_reasons, REASONS) if code in by_code)
    return _(next(filter(None, found), readable(code)))


def ready_rulings(game: str, code: str) -> dict[str, str]:
    """Returns the ready rulings about a reason, each code with its words: those of the game first, then of any case."""
    own = look_of(game).call_reasons.get(code)
    found = {**({} if own is None else own.ready), **READY_RULINGS.get(code, {}), **READY_RULINGS[ANY]}
    return {ready: _(said) for ready, said in found.items()}


def is_reason(code: str) -> bool:
    return code in REASONS or any(code in look.call_reasons for look in looks().values())


def reason_of(game: str, refusal: str) -> str | None:
    """Returns the reason for a dispute after a refusal, by the refusal's code; None: nothing listed."""
    if refusal.startswith("must-"):
        return REVOKE
    listed = (*REASONS.items(), *look_of(game).call_reasons.items())
    return next((code for code, reason in listed if refusal in reason.refusals), None)


def rules_behind(game: str, code: str) -> tuple[str, ...]:
    """Returns the rules behind a reason, the most likely first, those of all games last; none for own words.

    Where the game does not name them, they are those that its rules cite themselves.
    """
    own, shared = look_of(game).call_reasons.get(code), REASONS.get(code)
    found = own.rules if own is not None and own.rules else _cited_for(game, code)
    return (*found, *(shared.rules if shared is not None else ()))


def _cited_for(game: str, code: str) -> tuple[str, ...]:
    rules = GAMES[game]
    if not isinstance(rules, TrickRules):
        return ()
    cited = rules.rules
    match code:
        case "revoke":
            hand, options = rules.dealt(0, rules.players[0]), rules.options()
            led = (structs.replace(hand, trick=(Played(hand.to_act, card, 0),)) for card in rules.pack)
            return tuple(dict.fromkeys(duty.rule for one in led for duty in rules.owed(one, options)))
        case "turn":
            return (cited.turn, cited.lead)
        case "score":
            return (cited.score,)
    return ()
