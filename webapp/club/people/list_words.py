"""Why typed people are not put on the list, in words."""

from webapp.club.people.typed_people import TypedFault
from webapp.http.language import gettext as _
from webapp.table.player_names import Fault
from webapp.words.invite_words import fault_said


def typed_fault_said(fault: TypedFault, *, alone: bool) -> str:
    """Returns why a line is not taken, with its number unless it was typed alone."""
    said = _said(fault)
    return said if alone else _("Line %(line)s: %(problem)s", line=fault.row, problem=said)


def taken_said(name: str) -> str:
    """Returns that somebody on the list has this name."""
    return _("There is a %(name)s on the list. Add a letter, such as %(name)s K.", name=name)


def _said(fault: TypedFault) -> str:
    if fault.what is Fault.TAKEN:
        return taken_said(fault.name)
    if isinstance(fault.what, Fault):
        return fault_said(fault.what, fault.name)
    if fault.what == "team":
        return _("The name of the team of %(name)s cannot be read, or is too long.", name=fault.name)
    return _("The partner %(name)s is on no line and not on the list.", name=fault.name)
