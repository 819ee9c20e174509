"""What a person is told who is asked to rule, and why a phone may not."""

from webapp.i18n import gettext as _
from webapp.names import LONGEST, Fault


def no_table(code: str, *, spent: bool) -> str:
    """Returns why a code opens nothing; `spent`: it was a referee's, and has been taken or replaced."""
    if spent:
        return _("The code %(code)s is spent: it lets one referee in, once. The host can make a new one.", code=code)
    return _("No table has the code %(code)s. Zero and O, one and I are never used.", code=code)


def rules_here() -> str:
    """Returns why whoever rules takes no seat."""
    return _(
        "This phone rules here, and who rules does not play. First leave the referee’s place, "
        "or let the host make an invitation to which the whole table agrees."
    )


def too_many_wait() -> str:
    """Returns why a phone may not ask for a seat now."""
    return _("So many phones wait for a seat here that no other one can. The host answers them first.")


def sits_here(name: str) -> str:
    """Returns why a phone that holds a seat does not rule."""
    return _(
        "This phone holds the seat of %(name)s, and who plays does not rule. Leave the seat first, take the "
        "invitation on another phone, or let the host make one to which the whole table agrees.",
        name=name,
    )


def not_agreed() -> str:
    """Returns what is missing where a player takes an invitation."""
    return _("Who plays rules only if everybody at the table agrees. Ask, and tick it.")


def fault_said(fault: Fault, name: str) -> str:
    """Returns what is wrong with a name."""
    match fault:
        case Fault.EMPTY:
            return _("A name is missing here.")
        case Fault.LONG:
            return _("At most %(most)s letters.", most=LONGEST)
        case Fault.UNREADABLE:
            return _("This name holds signs that cannot be read.")
        case Fault.TAKEN:
            return _("%(name)s sits at this table already. Add a letter.", name=name)
