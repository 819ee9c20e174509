"""Remedies of a case, mildest first, with the effect of each (GEN-3), and the form of a ruling."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules_core import replay
from rules_core.events import Adjust, Ruling
from rules_core.findings import Contradiction, Infraction, Refusal
from rules_core.replay import Raw
from webapp.games.common.names import corrected_only, plain_turn, too_late_to_void, void_the
from webapp.games.common.refusals import refusal_said
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_RULING_CODE, LONGEST_RULING_TEXT
from webapp.referee.amending import adjustments
from webapp.referee.amending.adjustments import NOT_SHOWN, ShownEffect
from webapp.referee.cases.appeals import without_ruling
from webapp.referee.cases.subject import Subject
from webapp.referee.cases.taking_back import taken_back_at
from webapp.services import services
from webapp.table import forms
from webapp.table.desk import Dispute, Remedy, Source
from webapp.table.entry import entries_of
from webapp.table.hand_span import HandSpan, span_numbered, span_of
from webapp.table.permissions import rules_as
from webapp.table.player_names import kept_text
from webapp.table.snapshot import Snapshot, seen_by
from webapp.words.cases import TITLES
from webapp.words.origins import tag
from webapp.words.phrases import joined
from webapp.words.turn import side_names, totals_said


@dataclass(frozen=True)
class PossibleRemedy:
    """A possible remedy, by its code in the log. `effect` says what it does, or why it is not possible.

    `short` is that in a few words, before it is chosen. `entries` are made before the ruling itself, in one entry with
    it.
    """

    code: Remedy
    title: str
    effect: Sequence[str]
    possible: bool = True
    short: str = ""
    entries: Callable[[str], tuple[Raw, ...]] = field(default=lambda why: (), repr=False)


def remedies(subject: Subject) -> list[PossibleRemedy]:
    """Returns the possible remedies, the mildest first. The effect of points is shown with them.

    On an appeal first that the ruling stands, then what else may be ruled once it is taken back.
    """
    dispute = subject.dispute
    if dispute is not None and dispute.appeals is not None and dispute.appeals not in subject.now.desk.reopened:
        taken = without_ruling(subject)
        _nothing_wrong, *others = _remedies(taken.subject)
        title, stay = _(TITLES[Remedy.UPHELD]), _("scores stay")
        upheld = PossibleRemedy(Remedy.UPHELD, title, [_scores_stay(subject)], short=stay)
        lifted = _only_lifted(changes=bool(taken.entries))
        if taken.entries:  # only the ruling that stands leaves the scores as they are
            others = [replace(one, effect=lifted.effect, short="") if one.short == stay else one for one in others]
        return [upheld, lifted, *others]
    return _remedies(subject)


def _remedies(subject: Subject) -> list[PossibleRemedy]:
    offered = [_stands(subject), _taken_back(subject), _adjusted()]
    if "void-hand" in subject.now.fold.events:
        offered.append(_void(subject))
    if subject.dispute is None:
        return offered
    return [_nothing(), _corrected(subject), *offered]


def place_of(subject: Subject) -> int | None:
    """Returns the entry that a ruling names, None where nothing was entered yet.

    A dispute about a hand names its first entry, one in general the first of the match: neither is a play, so that
    nothing else is settled by it.
    """
    match subject.matter:
        case Infraction(event=event):
            return event
        case Contradiction(plays=plays):
            return plays[-1]
        case dispute if dispute.about is not None:
            return dispute.about
        case dispute:
            hand = span_numbered(subject.now.fold, dispute.hand) if dispute.hand else None
            first = hand.nodes[0] if hand else next(iter(replay.nodes(subject.now.fold)), None)
            return first.index if first else None


def after_ruling(subject: Subject, *entries: Raw) -> Snapshot | Refusal:
    """Returns the table as it would stand if this were ruled, or why that would not be taken."""
    ruling = {"type": "ruling", "event": place_of(subject), "text": ""}
    who = rules_as(subject.now, subject.viewer)
    return services().tables.would(subject.now, who, *entries_of(subject.now.fold, *entries, ruling))


# One after the other


def _only_lifted(*, changes: bool) -> PossibleRemedy:
    """Returns the remedy of an appeal that nothing was wrong: the ruling is taken back."""
    effect = _("What the ruling did is taken back.") if changes else _("The ruling had changed no score.")
    return PossibleRemedy(Remedy.NONE, _("It is lifted: nothing was wrong"), [effect])


def _nothing() -> PossibleRemedy:
    stays = [_("Everything stays as it is. The answer stands in the log.")]
    return PossibleRemedy(Remedy.NONE, _(TITLES[Remedy.NONE]), stays, short=_("scores stay"))


def _corrected(subject: Subject) -> PossibleRemedy:
    """Correcting is done on the pages for it; here the dispute is ended by it."""
    dispute = subject.dispute
    assert dispute is not None
    title, sources = _(TITLES[Remedy.CORRECTED]), _corrected_since(subject, dispute)
    if not sources:
        return PossibleRemedy(
            Remedy.CORRECTED, title, [_("Nothing was corrected since. First correct the entry above.")], False
        )
    said = ngettext("%(num)s correction was made since.", "%(num)s corrections were made since.", len(sources))
    elsewhere = Counter(source for source in sources if source is not None)
    marked = [f"{times}: {tag(source)}." for source, times in elsewhere.items()]
    follows = _("What follows from it is counted already.")
    return PossibleRemedy(Remedy.CORRECTED, title, [said, *marked, follows], short=said.rstrip("."))


def _corrected_since(subject: Subject, dispute: Dispute) -> list[Source | None]:
    """Returns the sources of the corrections since the dispute was opened, None for those that were made here.

    What a ruling or its reopening has taken back is no correction. The log is asked, since an entry that was deleted
    stands nowhere else. One that was undone is corrected, too.
    """
    desk, reopened = subject.now.desk, taken_back_at(subject.now)
    lines = services().store.events(subject.now.table.id, dispute.seq)
    by_people = [line for line in lines if line.device_id is not None or desk.source(line.seq - 1) is not None]
    log = [(line, json.loads(line.body)) for line in by_people if line.seq - 1 not in reopened]
    pairs = zip(log, [*(raw for _line, raw in log[1:]), {}], strict=False)
    amended = [(line, then) for (line, raw), then in pairs if raw["type"] == "amend"]
    found = [desk.source(line.seq - 1) for line, then in amended if then.get("remedy") != Remedy.TAKEN_BACK]
    undone = dispute.about is not None and subject.point is None
    return found or ([None] if undone and not amended else [])


def _stands(subject: Subject) -> PossibleRemedy:
    return PossibleRemedy(
        Remedy.STANDS,
        _(TITLES[Remedy.STANDS]),
        [_scores_stay(subject), _("The note stands in the log.")],
        short=_("scores stay"),
    )


def _taken_back(subject: Subject) -> PossibleRemedy:
    title, now = _(TITLES[Remedy.TAKEN_BACK]), subject.now
    back = back_to(subject)
    if isinstance(back, str):
        return PossibleRemedy(Remedy.TAKEN_BACK, title, [back], False)
    after = after_ruling(subject, back)
    if isinstance(after, Refusal):
        return PossibleRemedy(Remedy.TAKEN_BACK, title, [_not_taken(after, now)], False)
    gone = ngettext("%(num)s entry is taken back.", "%(num)s entries are taken back.", len(back["changes"]))
    next_is = plain_turn(now.table.game, seen_by(after, subject.viewer, desk=True), now.table.players)
    return PossibleRemedy(
        Remedy.TAKEN_BACK,
        title,
        [gone, _("Then: %(turn)s.", turn=next_is)],
        short=ngettext("%(num)s entry goes", "%(num)s entries go", len(back["changes"])),
        entries=lambda why: ({**back, "reason": why},),
    )


def back_to(subject: Subject) -> dict[str, Any] | str:
    """Returns the event that deletes the entry in question and all later ones of its hand; or why not.

    What people ruled meanwhile stays: it did not happen in the hand.
    """
    point = subject.begins
    if point is None:
        return _("Not possible: no single entry is in question, or it is taken back already.")
    hand = span_of(subject.now.fold, point.index)
    if hand is None or not hand.under_way:
        return corrected_only(subject.now.table.game)
    later = [n.index for n in hand.nodes if n.index >= point.index and not isinstance(n.event, (Ruling, Adjust))]
    return {"type": "amend", "changes": [{"target": index, "with": []} for index in dict.fromkeys(later)]}


def _adjusted() -> PossibleRemedy:
    return PossibleRemedy(
        Remedy.ADJUSTED,
        _(TITLES[Remedy.ADJUSTED]),
        [_("The amounts are set below, their effect is shown first.")],
        short=_("scores change"),
    )


def _void(subject: Subject) -> PossibleRemedy:
    now, title = subject.now, void_the(subject.now.table.game)
    hand = _hand_of(subject)
    if hand is None or not hand.under_way:
        return PossibleRemedy(Remedy.VOID, title, [too_late_to_void(now.table.game)], False)
    after = after_ruling(subject, {"type": "void-hand"})
    if isinstance(after, Refusal):
        return PossibleRemedy(Remedy.VOID, title, [_not_taken(after, now)], False)
    deals = now.table.players[after.fold.state.dealer]
    lines = [_scrapped(now), _scores_stay(subject), _("%(name)s deals again.", name=deals)]
    return PossibleRemedy(
        Remedy.VOID,
        title,
        lines,
        short=_("nothing scores"),
        entries=lambda why: ({"type": "void-hand", "reason": why},),
    )


def _hand_of(subject: Subject) -> HandSpan | None:
    """Returns the hand that may be voided: that of the entry in question, else the one under way."""
    fold, dispute = subject.now.fold, subject.dispute
    if subject.point is not None:
        return span_of(fold, subject.point.index)
    if dispute is not None and dispute.hand is not None:
        return span_numbered(fold, dispute.hand)
    return span_numbered(fold, len(fold.state.finished) + 1)


def _not_taken(refusal: Refusal, now: Snapshot) -> str:
    return _("Not possible: %(why)s", why=refusal_said(refusal, now.table.players).text)


def _scrapped(now: Snapshot) -> str:
    taken = now.fold.game.tricks_taken(now.fold.state)
    won = [(name, tricks) for name, tricks in zip(now.table.players, taken, strict=True) if tricks]
    if not won:
        return _("No trick is scrapped: nobody has taken one.")
    each = joined([_("%(name)s %(number)s", name=name, number=tricks) for name, tricks in won])
    return ngettext(
        "%(num)s trick is scrapped with its points: %(each)s.",
        "%(num)s tricks are scrapped with their points: %(each)s.",
        sum(taken),
        each=each,
    )


def _scores_stay(subject: Subject) -> str:
    totals = seen_by(subject.now, subject.viewer, desk=True).totals
    names = side_names(subject.now.table.players, len(totals))
    return _("Scores stay: %(totals)s.", totals=totals_said(names, totals))


@dataclass(frozen=True)
class TypedRuling:
    """A ruling as it is being made, a `ready` one by its code. `shown` is the effect of points that was on the page."""

    remedy: str = ""
    rule: str = ""
    text: str = ""
    points: tuple[int, ...] = ()
    shown: ShownEffect = NOT_SHOWN
    ready: str = ""


def typed_in(now: Snapshot, form: Mapping[str, str]) -> TypedRuling:
    """Returns the values of a form. A suggestion that was tapped replaces the points. Raises `NotAnEvent`."""
    return TypedRuling(
        form.get("remedy", "")[:LONGEST_RULING_CODE],
        form.get("rule", "")[:LONGEST_RULING_CODE],
        own_words(form.get("text", "")),
        adjustments.points_typed(now, form),
        adjustments.effect_shown_in(form),
        form.get("ready", "")[:LONGEST_RULING_CODE],
    )


def own_words(text: str) -> str:
    """Returns own words as they are kept."""
    return kept_text(text)[:LONGEST_RULING_TEXT]


def typed_or_nothing(now: Snapshot, form: Mapping[str, str]) -> TypedRuling:
    """Returns the same of an address, where nonsense is nothing."""
    try:
        return typed_in(now, form)
    except forms.NotAnEvent:
        return TypedRuling(points=(0,) * len(now.fold.state.totals))
