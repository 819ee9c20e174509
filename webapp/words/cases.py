"""Cases in words: who calls and appeals, reasons, ready rulings, remedies, duties of play, contradictions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET

from rules_core.cards import Card
from rules_core.events import Play, Ruling
from rules_core.findings import Contradiction
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.table.desk import Remedy
from webapp.table.lines.matters import Reopened
from webapp.table.permissions import ASK_ALL, ASK_BOTH, ASK_REFEREE
from webapp.words.cards import suit_name
from webapp.words.phrases import DONE_TAKEN_BACK, by_name, by_organiser, capital, joined, with_full_stop

ANY = "other"
"""The topic whose sentences are offered in every case."""
READY_RULINGS: Mapping[str, Mapping[str, str]] = {
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
"""Those of all games, by reason."""
_KNOWN = {code: said for some in READY_RULINGS.values() for code, said in some.items()}


def learn_rulings(some: Iterable[Mapping[str, str]]) -> None:
    """Adds the ready rulings that a game brings."""
    for ready in some:
        _KNOWN.update(ready)


def is_ready_ruling(code: str) -> bool:
    return code in _KNOWN


def ready_said(code: object) -> str:
    """Returns the sentence of this code, nothing for one that is not known here."""
    return _(_KNOWN[code]) if isinstance(code, str) and code in _KNOWN else ""


OTHER = "other"
"""A reason outside the list: it needs a typed text."""


@dataclass(frozen=True)
class CallReason:
    """A reason to call the referee.

    `said` are its words (none: those that all games share), `rules` the numbers of the rules behind it, the most likely
    first. After the `refusals` of these codes it is chosen beforehand. A reason with an `option` is there where the
    table plays with it. `ready` are ready rulings about it, by their codes, in addition to those of all games.
    """

    said: str = ""
    rules: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    option: str | None = None
    ready: Mapping[str, str] = field(default_factory=dict)


def signers_said(names: Sequence[str]) -> str:
    """Returns who signed a change of a closed round, by itself: *Karin and the organiser*; without a name that one."""
    first, *others = names
    return joined([first or _("The organiser"), *map(by_organiser, others)])


def signatures_said(signed: str, missing: str) -> str:
    """Returns who has signed a change of a closed round, and who has still to; "" where that is nobody."""
    has = _("Signed by %(names)s.", names=signed) if signed else ""
    return " ".join(filter(None, (has, _("Still to sign: %(names)s.", names=missing) if missing else "")))


def asked(name: str) -> str:
    """Returns in words who calls. The sentence begins with the caller, be it *Ann* or *the host*."""
    return _("%(name)s asks for a ruling", name=capital(by_name(name)))


def appeals_said(name: str, ruler: str) -> str:
    """Returns in words who appeals, and against whose ruling."""
    name = capital(by_name(name))
    if ruler:
        return _("%(name)s appeals against %(ruler)s’s ruling", name=name, ruler=ruler)
    return _("%(name)s appeals against a ruling", name=name)


def reopened(line: Reopened, *, is_kept: bool) -> str:
    """Returns that a ruling was reopened, by whom and why, as far as the line of the desk says so.

    `is_kept`: what it had changed stays.
    """
    by, why = by_name(line.by or ""), line.why
    if line.appeal is not None:
        said = _("Changed on appeal by %(name)s", name=by)
    else:
        said = _("Reopened by %(name)s: %(why)s", name=by, why=why) if why else _("Reopened by %(name)s", name=by)
    if is_kept:
        return f"{with_full_stop(said)} {_('What it changed stays until a new ruling changes it.')}"
    return f"{with_full_stop(said)} {_(DONE_TAKEN_BACK)}" if line.undo else said


REMEDIES: Mapping[str, str] = {
    Remedy.STANDS: _l("It stands as it was played."),
    Remedy.CORRECTED: _l("The entry was corrected."),
    Remedy.TAKEN_BACK: _l("Play was taken back to that point."),
    Remedy.ADJUSTED: _l("The score was adjusted."),
    Remedy.VOID: _l("The hand was scrapped: the same dealer deals again."),
    Remedy.NONE: _l("Nothing was wrong."),
    Remedy.UPHELD: _l("The appeal changes nothing: the ruling stands."),
}


def remedy(code: str) -> str:
    """Returns the remedy in words, empty for an unknown code."""
    return _(REMEDIES[code]) if code in REMEDIES else ""


def ruled(ruling: Ruling) -> str:
    """Returns the remedy, the ready ruling, then the typed text: *The score was adjusted. Karo was led.*"""
    done = "" if ruling.remedy is UNSET else remedy(ruling.remedy)
    return " ".join(part for part in (done, ready_said(ruling.ready), ruling.text.strip()) if part)


TITLES: Mapping[str, str] = {
    Remedy.STANDS: _l("Let it stand, note it"),
    Remedy.CORRECTED: _l("The entry is corrected"),
    Remedy.TAKEN_BACK: _l("Take back to that point"),
    Remedy.ADJUSTED: _l("Adjust the score"),
    Remedy.NONE: _l("Nothing was wrong"),
    Remedy.UPHELD: _l("The ruling stands"),
}
"""The remedies as they are offered; *Void the hand* is worded by its game."""


def proposed(ruling: Ruling, void: str) -> str:
    """Returns a ruling that is not made yet: *Adjust the score. Karo was led.* `void`: the game's *Void the hand*."""
    code = ruling.remedy
    title = void if code == Remedy.VOID else _(TITLES[code]) if isinstance(code, str) and code in TITLES else ""
    return " ".join(
        part for part in (title and with_full_stop(title), ready_said(ruling.ready), ruling.text.strip()) if part
    )


def signature(ruling: Ruling) -> str:
    """Returns who has ruled: all sides together, or who signs; a host without a seat has no name of its own."""
    if ruling.agreed is not UNSET:
        return joined(ruling.agreed)
    return ruling.by if isinstance(ruling.by, str) and ruling.by else _("The host")


LEAVE: Mapping[str, str] = {
    ASK_REFEREE: _l("Ask the referee"),
    ASK_ALL: _l("Propose it to all"),
    ASK_BOTH: _l("Ask for the signature"),
}
"""The labels of keys that ask for a leave."""


def leave_asked(leave: str) -> str:
    """Returns the label of the key that asks for this leave."""
    return _(LEAVE[leave])


def rule_of(ruling: Ruling) -> str | None:
    """Returns the number of the rule that a ruling rests on, if it names one."""
    return ruling.rule if isinstance(ruling.rule, str) and ruling.rule else None


def with_signature(ruling: Ruling) -> str:
    """Returns a ruling with its signature, where it has one: *Eva ruled: The score was adjusted.*"""
    what = ruled(ruling) or _("Without words.")
    if not isinstance(ruling.by, str):
        return _("Settled: %(text)s", text=what)
    return _("%(name)s ruled: %(what)s", name=ruling.by, what=what)


@dataclass(frozen=True)
class DutyWords:
    """Words of a breach of duty.

    `title` has the `name` of the player and the `number` of the trick. `broken` has the `name` and as `first` the
    trick; it goes on with what showed the breach. Both have the `suit` that was led, and `one` card of it.
    """

    title: str
    broken: str


DUTIES: Mapping[str, DutyWords] = {
    "must-follow-suit": DutyWords(
        _l("%(name)s had a %(one)s in trick %(number)s"), _l("%(name)s played no %(one)s in trick %(first)s")
    )
}
"""The duties of several games."""
ANY_DUTY = DutyWords(
    _l("%(name)s could have played another card in trick %(number)s"),
    _l("%(name)s broke a duty of play in trick %(first)s"),
)
"""Default words of a duty."""


@dataclass(frozen=True)
class Brought:
    """Words and rule of a card that came into a hand between two contradicting cards."""

    said: str
    rule: str


Shows = Callable[[Play], Iterable[Card]]
"""Returns the cards of its hand that a play announces."""


def contradiction_title(found: Contradiction) -> str:
    """Returns *A card was entered wrongly, or somebody revoked*, with the suit where it is one."""
    if found.suit is None:
        return _("A card was entered wrongly, or somebody revoked")
    return _("In %(suit)s a card was entered wrongly, or somebody revoked", suit=suit_name(found.suit))


def contradiction_text(found: Contradiction) -> str:
    """Returns why: the cards that nobody has shown would have no place left."""
    if found.suit is None:
        return _(
            "After these plays no hand is left that could hold the cards still unseen. Who it was cannot be said yet."
        )
    return _(
        "After these plays no hand is left that could hold the %(suit)s still unseen. Who it was cannot be said yet.",
        suit=suit_name(found.suit),
    )
