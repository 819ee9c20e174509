"""Preview of a draft of amendments: before and after, effects, entries that no longer fit."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from rules_core import findings as rules
from rules_core.events import Event
from rules_core.findings import Refusal
from rules_core.game import Game
from rules_core.replay import Fold, Misfit, nodes, nodes_at, state_before
from rules_core.tricks import Played
from rules_core.view import TableView
from webapp.access.visit import Visit
from webapp.games.common.names import hand_number
from webapp.games.common.proofs import proof_title
from webapp.games.common.refusals import SaidRefusal, refusal_said
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.pages.entry_location import where
from webapp.referee.amending.draft import (
    Draft,
    Following,
    TooLong,
    Tried,
    barred,
    changed,
    deleted,
    following,
    really_happened,
    tried,
)
from webapp.referee.amending.entry_list import in_view, read, said
from webapp.referee.amending.visit import change_url, entries_url, preview_url
from webapp.referee.filing import leave_lacking
from webapp.table.entry_rights import is_of_finished_hand
from webapp.table.secret_hands import without_counts
from webapp.table.snapshot import looking, sees_all
from webapp.words.cases import contradiction_title
from webapp.words.hand_kit import NOT_YET, Names
from webapp.words.phrases import joined, number
from webapp.words.refusal_kit import seat_named
from webapp.words.turn import side_names, sides_said

Key = tuple[int, int, str]
"""The group of a fact, its number there (a trick, a seat, a side), and which of several it is."""
DEALER, SETTLED, TRICKS, OUTCOME, POINTS, BREACHES, TURN, TOTALS, END = range(9)


class Fact(NamedTuple):
    """A fact to compare, and its value; `absent_before` and `absent_after` stand for it in a table that lacks it."""

    what: str
    said: Markup | str
    absent_before: str = NOT_YET
    absent_after: str = NOT_YET


Facts = dict[Key, Fact]


def hand_facts(game: Game[Any], state: Any, done: Any, names: Names) -> Facts:
    """Returns the facts of a hand: of its newest state while it was played, and of its summary; either may be None."""
    facts, look, hand = Facts(), look_of(game.name).hand_facts, state.hand if state else None
    dealer = getattr(done or hand, "dealer", None)
    if dealer is not None:
        facts[(DEALER, 0, "")] = Fact(_("Dealer"), names[dealer])
    for at, (what, told) in enumerate(look.settled(hand, done, names)):
        facts[(SETTLED, at, "")] = Fact(what, told)
    facts |= _tricks(game, state, done, names, look.taken_by)
    if done is not None:
        for at, (what, said) in enumerate(look.outcome(done, names)):
            facts[(OUTCOME, at, "")] = Fact(what, said)
        sides = side_names(names, len(done.points))
        for side, points in enumerate(done.points):
            facts[(POINTS, side, "")] = Fact(_("%(name)s: points", name=sides[side]), number(points))
    return facts


def _tricks(game: Game[Any], state: Any, done: Any, names: Names, taken_by: str) -> Facts:
    """Returns leader and winner of each trick, or of its equivalent; no winner where its cards were thrown out."""
    tricks = game.tricks(state) if done is None else game.tricks_of(done)
    facts: Facts = {}
    for at, trick in enumerate(tricks, 1):
        first = trick.cards[0] if trick.cards else None
        if isinstance(first, Played):
            facts[(TRICKS, at, "led")] = Fact(_("Trick %(number)s is led by", number=at), names[first.seat])
        winner = _("nobody") if trick.winner is None else names[trick.winner]
        facts[(TRICKS, at, "won")] = Fact(_(taken_by, number=at), winner)
    return facts


TOGETHER = (POINTS, TOTALS)
"""Facts that are all shown as soon as one of them has changed."""


@dataclass(frozen=True)
class Comparison:
    what: str
    before: Markup | str
    after: Markup | str

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Section:
    """The lines about one hand, or about the match."""

    title: str
    rows: list[Comparison]


@dataclass(frozen=True)
class Side:
    """One of the two tables as a viewer may see it; `whole`: all its entries fit.

    `open`: the places of the log that this viewer may look at now, None: all. Only a breach that rests on these is
    told, and nothing of what a hand comes to before it is over: what is only tried opens nothing (GEN-5).
    """

    fold: Fold
    looking: rules.Observer
    names: Sequence[str]
    whole: bool = True
    open: Container[int] | None = None

    @property
    def view(self) -> TableView:
        view: TableView = self.fold.game.view(self.fold.state, self.looking)
        return view

    def shows(self, *places: int) -> bool:
        """Tells whether facts that rest on these places of the log may be told."""
        return self.open is None or all(place in self.open for place in places)


def compared(before: Side, after: Side) -> list[Section]:
    """Returns the differences. Of a table that stops early only what it has until then is compared."""
    old, new = _hands(before), _hands(after)
    if after.open is not None:
        _close(new.get(len(before.fold.state.finished) + 1, {}), OUTCOME, POINTS)
    found = [
        Section(
            hand_number(before.fold.header.game, hand), _rows(old.get(hand, {}), new.get(hand, {}), whole=after.whole)
        )
        for hand in sorted(old.keys() | new.keys())
    ]
    if after.whole:
        match, then = _match(before), _match(after)
        if after.open is not None and len(after.fold.state.finished) > len(before.fold.state.finished):
            _close(match, TOTALS, END)
            _close(then, TOTALS, END)
        found.append(Section(_("The match"), _rows(match, then, whole=True)))
    return [section for section in found if section.rows]


def _close(facts: Facts, *groups: int) -> None:
    for key in [key for key in facts if key[0] in groups]:
        del facts[key]


def _rows(old: Facts, new: Facts, *, whole: bool) -> list[Comparison]:
    keys = sorted(old.keys() | new.keys() if whole else new.keys())
    rows = [(key, _row(old.get(key), new.get(key))) for key in keys]
    changed = {key[0] for key, row in rows if row.changed}
    return [row for key, row in rows if row.changed or (key[0] in TOGETHER and key[0] in changed)]


def _row(old: Fact | None, new: Fact | None) -> Comparison:
    fact = new or old
    assert fact is not None  # the key stands in one of the two
    return Comparison(fact.what, old.said if old else fact.absent_before, new.said if new else fact.absent_after)


def _hands(side: Side) -> dict[int, Facts]:
    states = enumerate(_states(side.fold), 1)
    return {hand: hand_facts(side.fold.game, state, done, side.names) for hand, (state, done) in states}


def _states(fold: Fold) -> Iterator[tuple[Any, Any]]:
    """Yields for each hand the newest state while it was played, and its summary; None where there is none."""
    last: dict[int, Any] = {}
    for node in nodes(fold):
        done = len(state_before(fold, node).finished)
        if len(node.state.finished) == done:
            last[done] = node.state
    finished = fold.state.finished
    for at in range(max(len(finished), max(last, default=-1) + 1)):
        yield last.get(at), finished[at] if at < len(finished) else None


def _match(side: Side) -> Facts:
    """How the match stands: breaches, whose turn it is, totals, the end."""
    view, facts = side.view, {}
    for found in view.infractions:
        if not side.shows(found.event, found.proof):
            continue
        title = proof_title(side.fold, found, side.names)
        facts[(BREACHES, found.event, found.code)] = Fact(title, _("proven"), _("not proven"), _("withdrawn"))
    if view.contradiction is not None and side.shows(*view.contradiction.plays):
        facts[(BREACHES, -1, "")] = Fact(contradiction_title(view.contradiction), _("shown"), _("no"), _("withdrawn"))
    if view.to_act:
        facts[(TURN, 0, "")] = Fact(_("Next"), joined([side.names[seat] for seat in view.to_act]))
    sides, write = side_names(side.names, len(view.totals)), look_of(side.fold.header.game).total_said
    for at, total in enumerate(view.totals):
        facts[(TOTALS, at, "")] = Fact(_("%(name)s in all", name=sides[at]), write(total))
    won = _("won by %(names)s", names=sides_said([sides[at] for at in view.winners])) if view.winners else _("goes on")
    facts[(END, 0, "")] = Fact(_("The match"), won)
    return facts


def misfit_said(refusal: Refusal, names: Sequence[str]) -> SaidRefusal:
    said = refusal_said(refusal, names)
    match refusal.code:
        case "not-your-turn":
            who = seat_named(refusal.facts, names, "to_act")
            return SaidRefusal(_("It would be the turn of %(name)s", name=who), "", said.rule)
        case "wrong-dealer":
            who = seat_named(refusal.facts, names, "dealer")
            return SaidRefusal(_("%(name)s would deal this hand", name=who), "", said.rule)
        case "wrong-phase":
            return SaidRefusal(_("The hand would be at another point"), "", said.rule)
        case "game-over":
            return SaidRefusal(_("The match would be over by then"), "", said.rule)
    return said


def preview_context(here: Visit, found: Tried) -> dict[str, Any]:
    draft = found.draft
    first, changes = found.misfits[0] if found.misfits else None, list(_changes(here, draft))
    return {
        "draft": draft.packed,
        "changes": changes,
        "differs": not all(change["same"] for change in changes),
        "misfit": _misfit(here, found, first) if first else None,
        "further": [_told(here, misfit) for misfit in found.misfits[1:]],
        "more": found.more,
        "fits": found.fits,
        "judged": found.judged,
        "sections": sections(here, found) if found.judged else [],
        "reason_due": reason_due(here, draft),
        "leave": leave(here, draft),
        "along": entries_url(here, draft),
    }


def sections(here: Visit, found: Tried) -> list[Section]:
    """Returns before and after, hand by hand."""
    return compared(side(here, here.now.fold), side(here, found.fold, whole=not found.misfits))


def side(here: Visit, fold: Fold, *, whole: bool = True) -> Side:
    """Returns one side of the comparison as this viewer may see it."""
    return Side(fold, looking(here.now, here.viewer, desk=True), here.table.players, whole, _places_open(here))


def _places_open(here: Visit) -> frozenset[int] | None:
    """The places of the log that this viewer may look at, None: all."""
    if sees_all(here.now, here.viewer):
        return None
    return frozenset(node.index for node in nodes(here.now.fold) if in_view(here.now, here.viewer, node))


def leave(here: Visit, draft: Draft) -> str | None:
    """Returns the leave that the amendment needs, None where it needs none."""
    return leave_lacking(here.now, here.viewer, draft.event("?")) if draft.changes else None


def reason_due(here: Visit, draft: Draft) -> bool:
    """Tells whether the amendment reaches a hand that is over."""
    return any(is_of_finished_hand(here.now.fold, node) for node in nodes_at(here.now.fold, draft.changes))


# Changes


def _changes(here: Visit, draft: Draft) -> Iterator[dict[str, Any]]:
    """Yields each change: the entries that go and that come at its place; all of them where their order changes."""
    for place, there in sorted(draft.changes.items()):
        standing, drafted = nodes_at(here.now.fold, {place}), [read(raw, here.now.fold) for raw in there]
        gone, come = [node.event for node in standing], []
        reordered = gone != drafted and sorted(gone, key=repr) == sorted(drafted, key=repr)
        for nth, event in enumerate(drafted):
            if event in gone and not reordered:
                gone.remove(event)
            else:
                come.append({"said": said(here.now, event), "url": change_url(here, place, nth, draft)})
        yield {
            "where": _("%(where)s · entry %(number)s", where=where(here.now, standing[0]), number=place + 1),
            "gone": [said(here.now, event) for event in gone],
            "come": come,
            "same": not gone and not come,
            "back": preview_url(here, draft.without(place)),
        }


# Entries that no longer fit


def _told(here: Visit, misfit: Misfit) -> dict[str, Any]:
    """An entry that does not fit and why; of a closed one only why."""
    now = here.now
    refusal = misfit.refusal if sees_all(now, here.viewer) else without_counts(now.fold, misfit.refusal)
    why = misfit_said(refusal, here.table.players)
    event = misfit.entry if isinstance(misfit.entry, Event) else read(misfit.entry, here.now.fold)
    shown = is_shown(here, misfit)
    return {
        "said": said(here.now, event) if shown else Markup("%s") % _("An entry in a closed trick"),
        "number": misfit.index + 1 if shown else None,
        "title": why.title,
        "why": why.text,
        "rule": why.rule,
        "rule_url": rule_url(now.table.game, why.rule, now.table.id),
    }


def is_shown(here: Visit, misfit: Misfit) -> bool:
    """Tells whether this viewer may look at an entry that does not fit: an own change, or an open one."""
    if not isinstance(misfit.entry, Event):
        return True
    return in_view(here.now, here.viewer, nodes_at(here.now.fold, {misfit.index})[0])


def _misfit(here: Visit, found: Tried, misfit: Misfit) -> dict[str, Any]:
    told = _told(here, misfit)
    if told["number"] is None:
        return {**told, "repairs": [], "offers": []}
    place, nth, draft = misfit.index, misfit.nth, found.draft
    repairs = [
        (_("Change it"), change_url(here, place, nth, draft)),
        (_("Put one in before it"), change_url(here, place, nth, draft, side="before")),
    ]
    offers = [(label, preview_url(here, offered)) for label, offered in _offers(here, found, misfit)]
    return {**told, "repairs": repairs, "offers": offers}


def _offers(here: Visit, found: Tried, misfit: Misfit) -> Iterator[tuple[str, Draft]]:
    """Yields the repairs by one tap. Changes that this phone may not make are not offered."""
    for label, draft in _thinkable(here, found, misfit):
        if barred(here.now, here.viewer, draft) is None:
            yield label, draft


def _thinkable(here: Visit, found: Tried, misfit: Misfit) -> Iterator[tuple[str, Draft]]:
    fold, place = here.now.fold, (misfit.index, misfit.nth)
    for offer in following(here.now, found):
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


def tried_up_to_date(here: Visit, draft: Draft, *, told: bool = False) -> tuple[Tried, bool]:
    """Returns the result of a draft now, and whether an entry that it changes no longer stands."""
    standing = {node.index for node in nodes(here.now.fold)}
    kept = Draft({place: there for place, there in draft.changes.items() if place in standing})
    return tried(here.now, here.viewer, kept, told=told), kept != draft
