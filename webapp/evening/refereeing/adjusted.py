"""Adjusted results: rulings on the worth of a table's round; listing, making and ending them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from msgspec import structs
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.evening import lines as kinds
from webapp.evening.acts import add_lines
from webapp.evening.closed_rounds import periods_said, waiting
from webapp.evening.keeper import EveningNow
from webapp.evening.standing.scoring import AdjustedTo
from webapp.evening.standing_page import sees_hidden
from webapp.evening.standing_words import NOTHING_CHANGED, change_said, ruling_said
from webapp.evening.standings import effect_of, scoring_of
from webapp.evening.state import AdjustedResult, EveningState, Sitting
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening, visit_to_help
from webapp.games.common.rulebook import rule_url, rules_of
from webapp.http.answers import Page
from webapp.http.integers import parse_integer, parse_signed
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.journal.lines import At
from webapp.store.models import utc_now
from webapp.table.penalties import USUAL_RULE
from webapp.table.player_names import kept_text
from webapp.words.phrases import by_organiser, joined, round_and_table

WITH_A_NUMBER = (AdjustedTo.PERCENT, AdjustedTo.POINTS)
USUAL_PERCENTAGE = 60


@dataclass(frozen=True)
class RulingShown:
    """A ruling on a result; `end` leads to the form that ends it, where it holds and this viewer may do that."""

    given: AdjustedResult
    title: str
    rule_url: str | None
    by: str
    holds: bool
    end: str | None


def listed(now: EveningNow, viewer: EveningViewer) -> Iterator[RulingShown]:
    """Yields the rulings on results, the newest first; those of a hidden round only for viewers who see it."""
    state = now.state
    held = {one.line for one in state.adjusted_now.values()}
    hidden = len(state.rounds) if state.is_hidden and not sees_hidden(viewer) else None
    for one in reversed(state.adjusted):
        if one.round != hidden:
            holds = one.line in held
            yield RulingShown(
                one,
                ruling_said(state, one),
                rule_url(state.plan.game, one.rule) if state.plan.game else None,
                by_organiser(one.by),
                holds or one.to == AdjustedTo.PLAYED,
                _ending(now, one) if holds and viewer.helps else None,
            )


def _ending(now: EveningNow, one: AdjustedResult) -> str:
    asked: dict[str, Any] = {"at": f"{one.round}.{one.number}", "person": one.people, "rule": one.rule}
    return url_for("evening_adjusted.form", evening_id=now.row.id, to=str(AdjustedTo.PLAYED), **asked)


def typed_in(form: MultiDict[str, str]) -> kinds.Adjusted:
    """Returns the values of a form or an address; invalid numbers are 0."""
    round_, _dot, number = form.get("at", "").partition(".")
    to = form.get("to", "")
    return kinds.Adjusted(
        parse_integer(round_) or 0,
        parse_integer(number) or 0,
        AdjustedTo(to) if to in list(AdjustedTo) else AdjustedTo.OWN,
        kept_text(form.get("reason", ""))[:LONGEST_REASON],
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
        people=tuple(parse_integer(one) or 0 for one in form.getlist("person")),
        value=parse_signed(form.get("value")) or 0,
    )


def effect_said(now: EveningNow, viewer: EveningViewer, line: kinds.Adjusted) -> list[str]:
    """Returns the effect of a ruling on the standing, in sentences; empty where it would be refused.

    While a round is hidden, those who run the evening alone are told.
    """
    if now.state.is_hidden and not sees_hidden(viewer):
        return []
    meant = line.meant(viewer, now.state, lambda _table: None)
    asked = structs.replace(meant, reason=meant.reason or "?")  # that is typed last
    if kinds.judged(now.state, viewer, asked) is not None:
        return []
    changed = effect_of(now, asked.apply(now.state, At(now.state.seq + 1, utc_now(), viewer.device_id)))
    names = {one.number: one.name for one in now.state.people.values()}
    lines = [change_said(one, scoring_of(now), names) for one in changed]
    return lines or [_(NOTHING_CHANGED)]


def tables_of_rounds(state: EveningState) -> list[tuple[str, str, Sitting]]:
    """Returns the tables that have begun, the newest round first: their keys in the form, names, and people."""
    found = []
    for here in reversed(state.rounds):
        if here.starts_at is not None or here.ended:
            for one in here.sittings.values():
                where = round_and_table(here.number, one.number)
                found.append((f"{here.number}.{one.number}", f"{where}: {joined(state.names_at(one))}", one))
    return found


def _form(here: EveningVisit, typed: kinds.Adjusted, error: str = "") -> str:
    now, viewer = here
    tables, at = tables_of_rounds(now.state), f"{typed.round}.{typed.number}"
    sitting = next((one for key, _name, one in tables if key == at), None)
    sits = () if sitting is None else sitting.people
    typed = structs.replace(typed, people=tuple(one for one in typed.people if one in sits))
    return here.page(
        "evening/adjust.html",
        typed=typed,
        at=at,
        tables=tables,
        people=[(one, now.state.name(one)) for one in sits],
        worths=[*_worths()],
        value=typed.value if typed.to in WITH_A_NUMBER else USUAL_PERCENTAGE,
        effect=effect_said(now, viewer, typed),
        rules=rules_of(now.state.plan.game),
        signs_as=by_organiser(viewer.name or ""),
        error=error,
    )


def _worths() -> Iterator[tuple[str, str, str]]:
    yield AdjustedTo.OWN, _("The own average"), _("Of the other rounds that were played.")
    yield AdjustedTo.ROUND, _("The average of the round"), _("Of those whose result counts as it was played.")
    yield AdjustedTo.PERCENT, _("A percentage"), _("0 is the worst, 100 the best that the round had to give.")
    yield AdjustedTo.POINTS, _("A number of points"), _("As they count in the total.")
    yield AdjustedTo.PLAYED, _("What was played"), _("Ends what was ruled before.")


bp = Blueprint("evening_adjusted", __name__, url_prefix="/evenings/<int:evening_id>/adjusted")


@bp.get("")
def show(evening_id: int) -> str:
    """Lists the rulings on results to helpers and players."""
    here = visit_evening(evening_id)
    require(here.viewer.helps or here.viewer.plays)
    shown = {"rulings": list(listed(*here)), "waiting": waiting(*here), "periods_said": periods_said(here.now)}
    return here.page("evening/adjusted.html", **shown)


@bp.get("/new")
def form(evening_id: int) -> str:
    """Shows the form: table, people, worth, reason, rule; and the effect."""
    here = visit_to_help(evening_id)
    return _form(here, typed_in(request.args))


@bp.post("")
def make(evening_id: int) -> Response | Page:
    """Sets results; typed values are kept where they are refused."""
    here = visit_to_help(evening_id)
    typed = typed_in(request.form)
    back = url_for("evening_adjusted.show", evening_id=evening_id)
    return add_lines(here, typed, back=back, page=lambda why: _form(here, typed, why))
