"""The ruling as it is entered: what it does first, itself last, in codes and own words for readers of any language."""

from typing import Any

from rules_core.replay import Raw
from webapp.http.language import gettext as _
from webapp.referee import adjusting
from webapp.referee.cases import rules_cited
from webapp.referee.cases.remedies import place_of, remedies
from webapp.referee.cases.ruling_form import Typed
from webapp.referee.cases.subject import Subject
from webapp.seats.seating import signature
from webapp.table.rulings import Remedy


def missing(subject: Subject, typed: Typed) -> str | None:
    """Returns what a ruling still needs before it can be made, None where it needs nothing."""
    if place_of(subject) is None:
        return _("Nothing was entered yet: there is nothing to rule on. The dispute can be withdrawn.")
    chosen = next((remedy for remedy in remedies(subject) if remedy.code == typed.remedy), None)
    if chosen is None:
        return _("Choose what is to be done.")
    if not chosen.possible:
        return " ".join(str(line) for line in chosen.effect)
    if typed.rule not in rules_cited.of_the_game(subject.now.table.game):
        return _("Choose the rule that the ruling rests on.")
    return _points_missing(subject, typed) if typed.remedy == Remedy.ADJUSTED else None


def _points_missing(subject: Subject, typed: Typed) -> str | None:
    if problem := adjusting.problem(subject.now, typed.points):
        return problem
    return None if typed.effect_is_shown else adjusting.confirm()


def events_of(subject: Subject, typed: Typed) -> list[Raw]:
    """Returns the events of the ruling, itself the last one. The rule's number serves as a reason without words."""
    why = typed.text or typed.rule
    if typed.remedy == Remedy.ADJUSTED:
        return [adjusting.adjustment(typed.points, why), _itself(subject, typed)]
    chosen = next(remedy for remedy in remedies(subject) if remedy.code == typed.remedy)
    return [*chosen.entries(why), _itself(subject, typed)]


def _itself(subject: Subject, typed: Typed) -> dict[str, Any]:
    ruling = {"type": "ruling", "event": place_of(subject), "text": typed.text}
    ruling |= {"rule": typed.rule, "remedy": typed.remedy}
    by = signature(subject.now, subject.viewer)
    return {**ruling, "by": by} if by else ruling
