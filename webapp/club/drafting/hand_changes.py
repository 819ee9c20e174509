"""Changes of a draft by hand: two exchange places, somebody moves or sits out; asked about where it gets worse."""

from dataclasses import dataclass

from webapp.club.drafting.draft_page import Asked, drawbacks_of, played_at
from webapp.club.drafting.drawback_words import drawbacks_said
from webapp.club.drafting.seating_draft import Draft, exchanged, put
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Round
from webapp.club.seating.by_hand import NotInSeating
from webapp.http.integers import parse_integer

OUT = "out"


class NotAChange(ValueError):
    """What was sent is no change of this draft."""


@dataclass(frozen=True)
class Changed:
    """The draft after a change; `asked`: it would make something worse and was not made yet."""

    draft: Draft
    asked: Asked | None = None


def changed_by_hand(now: EveningNow, draft: Draft, here: Round | None, does: str, *, sure: bool) -> Changed:
    """Returns the draft after the key `does`: `3-7` two exchange places, `3>12` to table 12, `3>out` sits out.

    Unless `sure` a change that makes something worse is asked about. Raises NotAChange.
    """
    made = _made(now, draft, does)
    played = played_at(now, here)
    before, after = dict(draft.tables), dict(made.tables)
    if any(before.get(number) != after.get(number) for number in played):
        raise NotAChange
    known = set(drawbacks_of(now, draft, here))
    worse = [one for one in drawbacks_of(now, made, here) if one not in known and one.kind != "same seat"]
    if worse and not sure:
        return Changed(draft, Asked(does, drawbacks_said(worse, now.state)))
    return Changed(made)


def _made(now: EveningNow, draft: Draft, does: str) -> Draft:
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
