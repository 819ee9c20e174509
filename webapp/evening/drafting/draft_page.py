"""Page of a draft of a seating: changes by hand, and its drawbacks in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webapp.access.device import new_form_key
from webapp.evening.drafting.draft import SeatingDraft, exchanged, next_number, put, request_of, sizes_of
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import EveningRefusal
from webapp.evening.refusal_words import said
from webapp.evening.seating.drawbacks import Drawback, DrawbackKind, NotInSeating, drawbacks
from webapp.evening.seating.shape import SeatingRefused, Unseatable
from webapp.evening.state import EveningState, Round
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.services import services
from webapp.words.phrases import listed


def drawbacks_said(found: Sequence[Drawback], state: EveningState) -> list[str]:
    """Returns a sentence for each drawback, the gravest first; those about seats alone share one at the end."""
    seats = sum(one.kind is DrawbackKind.SAME_SEAT for one in found)
    sentences = [_said(one, state) for one in found if one.kind is not DrawbackKind.SAME_SEAT]
    if seats:
        again = ngettext("%(num)s person has a seat again.", "%(num)s people have a seat again.", seats)
        sentences.append(again)
    return sentences


def refused_said(refusal: SeatingRefused, state: EveningState) -> str:
    match refusal.reason:
        case Unseatable.TOO_FEW:
            return _("%(num)s people are too few for a table.", num=refusal.number)
        case Unseatable.NO_SIZES:
            return _("The settings say no number of people for a table.")
        case Unseatable.PARTNERS_APART:
            return _("There are not enough tables of four for all fixed partners.")
        case Unseatable.LISTED_TWICE:
            return _("%(name)s stands there twice.", name=_name(state, refusal.number))
        case _other:
            return _("No seating is possible for so many.")


def _said(one: Drawback, state: EveningState) -> str:
    first, last = _name(state, one.people[0]), _name(state, one.people[-1])
    match one.kind:
        case DrawbackKind.NOT_SEATED:
            return _("%(name)s has no place.", name=first)
        case DrawbackKind.SEATED_TWICE:
            return said(EveningRefusal("sits-twice", {"name": first}))
        case DrawbackKind.NOT_PLAYING:
            return _("%(name)s has a place and does not play.", name=first)
        case DrawbackKind.SIZE:
            names = listed(_name(state, person) for person in one.people)
            return ngettext(
                "%(num)s sits at one table: %(names)s", "%(num)s sit at one table: %(names)s", one.number, names=names
            )
        case _other:
            return _of_two(one, first, last)


def _of_two(one: Drawback, first: str, last: str) -> str:
    match one.kind:
        case DrawbackKind.PARTNERS_APART:
            return _("%(one)s and %(other)s are partners and play apart.", one=first, other=last)
        case DrawbackKind.BYE_AGAIN:
            return _("%(name)s sits out %(num)s times, others less often.", name=first, num=one.number)
        case DrawbackKind.SMALL_AGAIN:
            return _("%(name)s sits at a smaller table again, others less often.", name=first)
        case DrawbackKind.MEET_AGAIN:
            return _("%(one)s and %(other)s meet again: %(num)s times by now.", one=first, other=last, num=one.number)
        case DrawbackKind.PARTNERS_AGAIN:
            return _(
                "%(one)s and %(other)s are partners again: %(num)s times by now.", one=first, other=last, num=one.number
            )
        case _other:
            return _("%(one)s and %(other)s are %(num)s places apart.", one=first, other=last, num=one.number)


def _name(state: EveningState, person: int) -> str:
    return state.name(person) if person in state.people else str(person)


@dataclass(frozen=True)
class PageState:
    """A change by hand that makes something worse, and waits to be confirmed: the key that was tapped, and why."""

    does: str
    problems: Sequence[str]


@dataclass(frozen=True)
class DraftView:
    """Rest of the page's state: who was picked, a change that is asked about, what was typed and refused."""

    picked: int | None = None
    asked: PageState | None = None
    problems: Sequence[str] = ()
    news: Sequence[str] = ()
    text: str = ""


def draft_context(now: EveningNow, draft: SeatingDraft, shown: DraftView, here: Round | None) -> dict[str, Any]:
    """Returns the context of the page; `here` is the round that is changed, None where the next one is seated."""
    found, held = drawbacks_of(now, draft, here), set(draft.seating.people)
    return {
        "evening": now.state,
        "evening_id": now.row.id,
        "draft": draft,
        "tables": sorted(draft.tables),
        "fixed": played_at(now, here),
        "largest": max(sizes_of(now.state.plan)),
        "waiting": [one.number for one in now.state.present if one.number not in held],
        "drawbacks": drawbacks_said(found, now.state),
        "marked": {person for one in found if one.kind is not DrawbackKind.SAME_SEAT for person in one.people},
        "shown": shown,
        "round": len(now.state.rounds) + 1 if here is None else here.number,
        "changes": here is not None,
        "stage": stage_of(now, here),
        "new_number": next_number(draft),
        "op": new_form_key(),
    }


def stage_of(now: EveningNow, here: Round | None) -> str:
    """Returns the stage of a draft: the next round, or a change of one that is seated."""
    return f"next-{len(now.state.rounds) + 1}" if here is None else f"change-{here.number}"


def drawbacks_of(now: EveningNow, draft: SeatingDraft, here: Round | None) -> tuple[Drawback, ...]:
    """Returns the drawbacks of a draft; people who wait in a running round are none."""
    request = request_of(now, draft.draw, before=None if here is None else here.number)
    found = drawbacks(request, draft.seating)
    return found if here is None else tuple(one for one in found if one.kind is not DrawbackKind.NOT_SEATED)


def played_at(now: EveningNow, here: Round | None) -> frozenset[int]:
    """Returns the numbers of the tables of a round with entries or a typed result."""
    if here is None:
        return frozenset()
    tables = services().part(EveningTables).at(now.row.id)
    begun = {table_id for table_id, table in tables.items() if table.started}
    return frozenset(one.number for one in here.sittings.values() if one.is_played or one.table in begun)


OUT = "out"


class NotAChange(ValueError):
    """The input is no change of this draft."""


def changed_by_hand(
    now: EveningNow, draft: SeatingDraft, here: Round | None, does: str, *, sure: bool
) -> SeatingDraft | PageState:
    """Returns the draft after the key `does`: `3-7` two exchange places, `3>12` to table 12, `3>out` sits out.

    Unless `sure` a change that makes something worse is not made, but asked about. Raises NotAChange.
    """
    made = _made(now, draft, does)
    played = played_at(now, here)
    before, after = dict(draft.tables), dict(made.tables)
    if any(before.get(number) != after.get(number) for number in played):
        raise NotAChange
    known = set(drawbacks_of(now, draft, here))
    worse = [
        one for one in drawbacks_of(now, made, here) if one not in known and one.kind is not DrawbackKind.SAME_SEAT
    ]
    if worse and not sure:
        return PageState(does, drawbacks_said(worse, now.state))
    return made


def _made(now: EveningNow, draft: SeatingDraft, does: str) -> SeatingDraft:
    present = [one.number for one in now.state.present]
    one, between, other = does.partition("-" if "-" in does else ">")
    first, last = parse_integer(one), None if other == OUT else parse_integer(other, 999)
    if first is None or (last is None and other != OUT) or (between == "-" and other == OUT):
        raise NotAChange
    try:
        if between == "-":
            return exchanged(draft, first, last or 0, present)
        return put(draft, first, last, present)
    except NotInSeating as fault:
        raise NotAChange from fault
