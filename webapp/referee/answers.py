"""Answers to the forms of a referee's acts."""

from collections.abc import Callable

from flask import redirect, url_for
from werkzeug.wrappers import Response

from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page
from webapp.journal.lines import USED
from webapp.referee.filing import Filed, FiledOrSaid
from webapp.table.keeper import Made, MovedOn, Refused
from webapp.table.snapshot import Snapshot
from webapp.words.phrases import moved_on


def answered(
    now: Snapshot,
    outcome: FiledOrSaid,
    then: Callable[[Snapshot], str],
    again: Callable[[Snapshot, str], str],
    *,
    lacking: int = 422,
    refused: int = 409,
) -> Response | Page:
    """Leads on from an act: where it was made to `then`, where it waits to its request.

    Else shows the form `again`, with what is wrong; the status is `lacking` where something is missing, `refused` where
    the table does not take it.
    """
    match outcome:
        case Made(now=later):
            return redirect(then(later), 303)
        case Filed(now=later, number=number):
            return redirect(url_for("requests.show", table_id=later.table.id, number=number), 303)
        case Refused(now=later, refusal=refusal):
            return again(later, refusal_said(refusal, later.table.players).text), 422 if refusal == USED else refused
        case MovedOn(now=later):
            return again(later, moved_on()), 409
        case str() as problem:
            return again(now, problem), lacking
