"""Dispute reasons and penalties of a game in words."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from rules_core.games import GAMES
from rules_core.trick_rules import TrickRules
from rules_core.tricks import Played
from webapp.games.common.names import Sentence
from webapp.games.registry import look_of, looks
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import in_every_language, ngettext
from webapp.table.desk import Desk
from webapp.table.lines.matters import Penalised
from webapp.table.penalties import EXCLUSION, Given, Step
from webapp.words.disputes import ANY, OTHER, READY_RULINGS, Reason
from webapp.words.phrases import readable

REVOKE = "revoke"
SLOW = "slow"
_CARD = "wrong-card"
REASONS: Mapping[str, Reason] = {
    REVOKE: Reason(_l("Revoke"), refusals=("must-follow-suit",)),
    _CARD: Reason(
        _l("A card was entered wrongly"),
        ("GEN-2", "LOG-7"),
        ("card-already-played", "card-elsewhere", "not-in-hand"),
    ),
    "turn": Reason(_l("Whose turn it is, or who leads"), ("LOG-3",), ("not-your-turn", "wrong-dealer")),
    "score": Reason(_l("The score"), refusals=("bad-tally",)),
    "exposed": Reason(_l("An exposed card or a misdeal"), ("GEN-6",)),
    SLOW: Reason(_l("Slow play"), ("GEN-3",)),
    OTHER: Reason(_l("Something else")),
}
NOT_IN_LOG = frozenset({_CARD, "exposed", SLOW, OTHER})
"""Reasons that no entry can show: they are about behaviour at the table."""
_AT_LAST = ("score", "exposed", SLOW, OTHER)


def reasons(game: str, options: Any) -> dict[str, str]:
    """Returns the reasons for a dispute in this game, each code with its words, in the order of the list.

    Where no cards are played from hands, nobody can revoke or play out of turn.
    """
    own = [
        code for code, reason in look_of(game).disputes.items() if code not in REASONS and _is_there(reason, options)
    ]
    first = (REVOKE, _CARD, "turn") if "play" in GAMES[game].events else (_CARD,)
    return {code: reason_said(game, code) for code in (*first, *own, *_AT_LAST)}


def _is_there(reason: Reason, options: Any) -> bool:
    return reason.option is None or bool(getattr(options, reason.option))


def reason_said(game: str, code: str) -> str:
    found = (by_code[code].said for by_code in (look_of(game).disputes, REASONS) if code in by_code)
    return _(next(filter(None, found), readable(code)))


def ready_rulings(game: str, code: str) -> dict[str, str]:
    """Returns the ready rulings about a reason, each code with its words: those of the game first, then of any case."""
    own = look_of(game).disputes.get(code)
    found = {**({} if own is None else own.ready), **READY_RULINGS.get(code, {}), **READY_RULINGS[ANY]}
    return {ready: _(said) for ready, said in found.items()}


def is_reason(code: str) -> bool:
    return code in REASONS or any(code in look.disputes for look in looks().values())


def reason_of(game: str, refusal: str) -> str | None:
    """Returns the reason for a dispute after a refusal, by the refusal's code; None: nothing listed."""
    if refusal.startswith("must-"):
        return REVOKE
    listed = (*REASONS.items(), *look_of(game).disputes.items())
    return next((code for code, reason in listed if refusal in reason.refusals), None)


def rules_behind(game: str, code: str) -> tuple[str, ...]:
    """Returns the rules behind a reason, the most likely first, those of all games last; none for own words.

    Where the game does not name them, they are those that its rules cite themselves.
    """
    own, shared = look_of(game).disputes.get(code), REASONS.get(code)
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


_LOSS = Sentence(_l("Loss of the hand"), _l("Loss of the round"), _l("Loss of the battle"))
_STEPS: Mapping[str, str] = {
    Step.CAUTION: _l("Caution"),
    Step.WARNING: _l("Warning"),
    Step.POINTS: _l("Penalty points"),
    EXCLUSION: _l("Exclusion"),
}
_ABOUT: Mapping[Step, str] = {
    Step.CAUTION: _l("It costs nothing, and is noted."),
    Step.WARNING: _l("It costs nothing; next time it does."),
    Step.POINTS: _l("The amounts are set below, their effect is shown first."),
    Step.HAND: _l("What that is worth the referee says: the amounts are set below."),
}


def step_said(game: str | None, step: str) -> str:
    """Returns the step: *Caution*, *Loss of the round*; without a game, where each table plays its own, of the hand."""
    if step == Step.HAND:
        return _("Loss of the hand") if game is None else _LOSS(game)
    return _(_STEPS[step])


def step_about(step: Step) -> str:
    return _(_ABOUT[step])


def penalty_said(game: str | None, step: str, name: str) -> str:
    """Returns the penalty and the player: *Warning for Cat*."""
    return _("%(step)s for %(name)s", step=step_said(game, step), name=name)


def why_penalised(given: Given | Penalised) -> str:
    """Returns the reason, then the typed text: *Slow play: +11:00*."""
    return _why(_(REASONS[given.ready].said) if given.ready in REASONS else "", given)


def _why(matter: str, given: Given | Penalised) -> str:
    return ": ".join(filter(None, (matter, given.reason)))


def why_adjusted(reason: str, entered: int | None, desk: Desk) -> str:
    """Returns the reason of an adjustment; of a penalty with a ready one in the reader's language.

    `entered` is the place at which the adjustment came to be what it is. Corrected or taken back, it is known by its
    reason, which reads as the giver was shown it.
    """
    ready = (one for one in desk.penalties if one.points and one.ready in REASONS)
    given = next((one for one in ready if one.entry == entered or reason in _ever_said(one)), None)
    return reason if given is None else why_penalised(given)


def _ever_said(given: Given) -> set[str]:
    return {_why(each, given) for each in in_every_language(REASONS[given.ready].said)}


def next_said(game: str | None, step: Step, earlier: int, name: str, elsewhere: int = 0) -> str:
    """Returns the suggested step, and the earlier penalties of this match that it follows from.

    `elsewhere` are penalties that were given elsewhere at an evening.
    """
    if elsewhere:
        return ngettext(
            "Suggested: %(step)s, the next step: %(name)s has %(num)s penalty at this evening.",
            "Suggested: %(step)s, the next step: %(name)s has %(num)s penalties at this evening.",
            earlier + elsewhere,
            step=step_said(game, step),
            name=name,
        )
    if not earlier:
        return _(
            "Suggested: %(step)s, the first step. %(name)s has no penalty yet.", step=step_said(game, step), name=name
        )
    return ngettext(
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalty in this match.",
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalties in this match.",
        earlier,
        step=step_said(game, step),
        name=name,
    )
