"""What is not as one would wish in a seating, in words."""

from collections.abc import Sequence

from webapp.club.evening.state import EveningState
from webapp.club.seating.drawbacks import Drawback, DrawbackKind
from webapp.club.seating.request import SeatingRefused, Unseatable
from webapp.http.language import gettext as _
from webapp.http.language import ngettext


def drawbacks_said(found: Sequence[Drawback], state: EveningState) -> list[str]:
    """Returns a sentence for each drawback, the gravest first; those about seats alone share one at the end."""
    seats = sum(one.kind is DrawbackKind.SAME_SEAT for one in found)
    sentences = [_said(one, state) for one in found if one.kind is not DrawbackKind.SAME_SEAT]
    if seats:
        again = ngettext("%(num)s person has a seat again.", "%(num)s people have a seat again.", seats)
        sentences.append(again)
    return sentences


def refused_said(refusal: SeatingRefused, state: EveningState) -> str:
    """Returns why there is no seating."""
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
            return _("%(name)s sits in two places.", name=first)
        case DrawbackKind.NOT_PLAYING:
            return _("%(name)s has a place and does not play.", name=first)
        case DrawbackKind.SIZE:
            names = ", ".join(_name(state, person) for person in one.people)
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
