"""Preview of a draft of amendments: what would follow, what no longer fits."""

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from rules_core.events import Event
from rules_core.findings import Refusal
from rules_core.replay import Fold, Misfit, nodes, nodes_at
from webapp.games.common.refusals import Reason, reason
from webapp.games.common.rulebook import rule_url
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.pages.entry_location import where
from webapp.referee.amending.before_after import Section, Side, compared
from webapp.referee.amending.draft import Draft, TooLong, standing_at
from webapp.referee.amending.entry_list import in_view, read, said
from webapp.referee.amending.repairs import (
    Following,
    Tried,
    barred,
    changed,
    deleted,
    following,
    really_happened,
    tried,
)
from webapp.referee.amending.visit import Desk
from webapp.referee.asking.filing import asked_of
from webapp.table.entry_rights import is_of_finished_hand
from webapp.table.hidden_tricks import without_counts
from webapp.table.snapshot import looking, sees_all
from webapp.words.refusal_facts import seat_named


def misfit_reason(refusal: Refusal, names: Sequence[str]) -> Reason:
    said = reason(refusal, names)
    match refusal.code:
        case "not-your-turn":
            who = seat_named(refusal.facts, names, "to_act")
            return Reason(_("It would be the turn of %(name)s", name=who), "", said.rule)
        case "wrong-dealer":
            who = seat_named(refusal.facts, names, "dealer")
            return Reason(_("%(name)s would deal this hand", name=who), "", said.rule)
        case "wrong-phase":
            return Reason(_("The hand would be at another point"), "", said.rule)
        case "game-over":
            return Reason(_("The match would be over by then"), "", said.rule)
    return said


def preview_context(desk: Desk, found: Tried) -> dict[str, Any]:
    draft = found.draft
    first = found.misfits[0] if found.misfits else None
    return {
        "draft": draft.packed,
        "changes": list(_changes(desk, draft)),
        "misfit": _misfit(desk, found, first) if first else None,
        "further": [_told(desk, misfit) for misfit in found.misfits[1:]],
        "more": found.more,
        "fits": found.fits,
        "judged": found.judged,
        "sections": sections(desk, found) if found.judged else [],
        "reason_due": reason_due(desk, draft),
        "leave": leave(desk, draft),
        "along": desk.entries_url(draft),
    }


def sections(desk: Desk, found: Tried) -> list[Section]:
    """Returns before and after, hand by hand."""
    return compared(side(desk, desk.now.fold), side(desk, found.fold, whole=not found.misfits))


def side(desk: Desk, fold: Fold, *, whole: bool = True) -> Side:
    """Returns one side of the comparison as this viewer may see it."""
    return Side(fold, looking(desk.now, desk.viewer, desk=True), desk.names, whole, _places_open(desk))


def _places_open(desk: Desk) -> frozenset[int] | None:
    """The places of the log that this viewer may look at, None: all."""
    if sees_all(desk.now, desk.viewer):
        return None
    return frozenset(node.index for node in nodes(desk.now.fold) if in_view(desk.now, desk.viewer, node))


def leave(desk: Desk, draft: Draft) -> str | None:
    """Returns whose leave the amendment needs, None where it needs none."""
    return asked_of(desk.now, desk.viewer, draft.event("?")) if draft.changes else None


def reason_due(desk: Desk, draft: Draft) -> bool:
    """Tells whether the amendment reaches a hand that is over."""
    return any(is_of_finished_hand(desk.now.fold, node) for node in nodes_at(desk.now.fold, draft.changes))


# What is changed


def _changes(desk: Desk, draft: Draft) -> Iterator[dict[str, Any]]:
    """Yields each change: what stood there and goes, what comes, and what stays beside it."""
    for place, there in sorted(draft.changes.items()):
        node = next(node for node in nodes(desk.now.fold) if node.index == place)
        gone, come = standing_at(desk.now.fold, place), []
        for nth, event in enumerate(read(raw, desk.now.fold) for raw in there):
            if event in gone:
                gone.remove(event)
            else:
                come.append({"said": said(desk.now, event), "url": desk.change_url(place, nth, draft)})
        yield {
            "where": _("%(where)s · entry %(number)s", where=where(desk.now, node), number=place + 1),
            "gone": [said(desk.now, event) for event in gone],
            "come": come,
            "same": not gone and not come,
            "back": desk.preview_url(draft.without(place)),
        }


# What no longer fits


def _told(desk: Desk, misfit: Misfit) -> dict[str, Any]:
    """An entry that does not fit and why; of a closed one only why."""
    now = desk.now
    refusal = misfit.refusal if sees_all(now, desk.viewer) else without_counts(now.fold, misfit.refusal)
    why = misfit_reason(refusal, desk.names)
    event = misfit.entry if isinstance(misfit.entry, Event) else read(misfit.entry, desk.now.fold)
    shown = is_shown(desk, misfit)
    return {
        "said": said(desk.now, event) if shown else Markup("%s") % _("An entry in a closed trick"),
        "number": misfit.index + 1 if shown else None,
        "title": why.title,
        "why": why.text,
        "rule": why.rule,
        "rule_url": rule_url(now.table.game, why.rule, now.table.id) if why.rule else None,
    }


def is_shown(desk: Desk, misfit: Misfit) -> bool:
    """Tells whether this viewer may look at an entry that does not fit: an own change, or what lies open."""
    if not isinstance(misfit.entry, Event):
        return True
    node = next(node for node in nodes(desk.now.fold) if node.index == misfit.index)
    return in_view(desk.now, desk.viewer, node)


def _misfit(desk: Desk, found: Tried, misfit: Misfit) -> dict[str, Any]:
    told = _told(desk, misfit)
    if told["number"] is None:
        return {**told, "repairs": [], "offers": []}
    place, nth, draft = misfit.index, misfit.nth, found.draft
    repairs = [
        (_("Change it"), desk.change_url(place, nth, draft)),
        (_("Put one in before it"), desk.change_url(place, nth, draft, side="before")),
    ]
    offers = [(label, desk.preview_url(offered)) for label, offered in _offers(desk, found, misfit)]
    return {**told, "repairs": repairs, "offers": offers}


def _offers(desk: Desk, found: Tried, misfit: Misfit) -> Iterator[tuple[str, Draft]]:
    """Yields what one tap does about it. What this phone may not change is not offered."""
    for label, draft in _thinkable(desk, found, misfit):
        if barred(desk.now, desk.viewer, draft) is None:
            yield label, draft


def _thinkable(desk: Desk, found: Tried, misfit: Misfit) -> Iterator[tuple[str, Draft]]:
    fold, place = desk.now.fold, (misfit.index, misfit.nth)
    for offer in following(desk.now, found):
        yield _following_said(offer), offer.draft
    try:
        raw = found.draft.at(fold, misfit.index)[misfit.nth]
        if (irregular := really_happened(raw, misfit.refusal)) is not None:
            yield _("It really happened"), changed(fold, found.draft, *place, irregular)
        yield _("Delete it"), deleted(fold, found.draft, *place)
    except TooLong:
        return


def _following_said(offer: Following) -> str:
    if not offer.to_the_end:
        if offer.one_on:
            return _("Move the cards of this trick one seat on")
        return _("The cards of this trick by the seats that then follow")
    if offer.one_on:
        return ngettext(
            "Move the next %(num)s card one seat on", "Move the next %(num)s cards one seat on", offer.entries
        )
    return ngettext(
        "The next %(num)s entry by the seat that then follows",
        "The next %(num)s entries by the seats that then follow",
        offer.entries,
    )


def tried_up_to_date(desk: Desk, draft: Draft, *, told: bool = False) -> tuple[Tried, bool]:
    """Returns what a draft comes to now, and whether something it changes no longer stands."""
    standing = {node.index for node in nodes(desk.now.fold)}
    kept = Draft({place: there for place, there in draft.changes.items() if place in standing})
    return tried(desk.now, desk.viewer, kept, told=told), kept != draft
