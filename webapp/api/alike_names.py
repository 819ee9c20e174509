"""Names that look alike, as a program sends them: taken where it says that they are right."""

from collections.abc import Collection, Sequence

from flask import request

from webapp.api.problems import Problem
from webapp.table.player_names import Fault, faults_of, tidy, twin_of
from webapp.words.invite_words import fault_said

AGREED = "alike"
"""The parameter of the address: `?alike=yes`."""


def agreed_names(names: Sequence[str]) -> Collection[str]:
    """Returns those of these names that may look like others: all where the request says so."""
    return names if request.args.get(AGREED) == "yes" else ()


def check_names(players: Sequence[str]) -> None:
    """Raises `Problem` 422 where two names look alike, and the request does not say that they are right."""
    names = [tidy(name) for name in players]
    faults = faults_of(names, agreed_names(names))
    if Fault.ALIKE in faults:
        place = faults.index(Fault.ALIKE)
        message = fault_said(Fault.ALIKE, names[place], twin_of(names, place))
        raise Problem(422, "alike-names", message=message, more={"seat": place})
