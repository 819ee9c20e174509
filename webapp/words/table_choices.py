"""Choices of a table, and its title, in words."""

from collections.abc import Collection, Mapping, Sequence

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_TITLE
from webapp.words.phrases import BAD_TEXT, joined

ENTERED: Mapping[str, str] = {
    "everyone": _l("Every player, and the host"),
    "own": _l("Each the own seat"),
    "keeper": _l("The scorekeeper"),
}
ABOUT_ENTERED: Mapping[str, str] = {
    "everyone": _l("Every phone at the table enters whatever falls, for everybody."),
    "own": _l("A card is entered by the phone of whoever plays it. The host enters for a seat without a phone."),
    "keeper": _l(
        "The host enters for everybody, and the scorekeeper whom the host names under “Share this table”. The other "
        "phones look on."
    ),
}
SEATS: Mapping[str, str] = {"free": _l("Free to take"), "approved": _l("The host lets in")}
ABOUT_SEATS: Mapping[str, str] = {
    "free": _l("Whoever has the code takes a seat that is free."),
    "approved": _l("A phone that wants a seat shows a word, such as FOX 42, and waits until the host lets it in."),
}
DOORS: Mapping[str, str] = {"open": _l("Open for new phones"), "closed": _l("Closed for new phones")}
ABOUT_DOORS: Mapping[str, str] = {
    "open": _l("The codes of this table let other phones in."),
    "closed": _l("No code lets another phone in. Whoever is in stays."),
}
TABLE_CHOICES: Mapping[str, tuple[str, Mapping[str, str], Mapping[str, str]]] = {
    "entry": (_l("Who enters the cards"), ENTERED, ABOUT_ENTERED),
    "seats": (_l("Who may take a seat"), SEATS, ABOUT_SEATS),
    "door": (_l("The door"), DOORS, ABOUT_DOORS),
}
"""Choices of the host, also during the match: the question, its answers, and the meaning of each."""


def entered_by(names: Sequence[str], keepers: Collection[int]) -> str:
    """Returns in words who enters for everybody: the scorekeeper or the host by name, where they hold a seat."""
    if keepers:
        return _("The cards are entered by: %(names)s", names=joined([names[seat] for seat in sorted(keepers)]))
    return _("The host enters the cards.")


def own_phones(names: Sequence[str], due: Collection[int], held: Collection[int]) -> str:
    """Returns in words whose phones enter next, at a table where each enters the own seat."""
    with_phone = [names[seat] for seat in sorted(due) if seat in held]
    if with_phone:
        return ngettext(
            "%(names)s: this is entered on the phone at that seat.",
            "%(names)s: this is entered on the phones at those seats.",
            len(with_phone),
            names=joined(with_phone),
        )
    if due:
        return _(
            "%(names)s: no phone holds the seat, so the host enters.", names=joined([names[s] for s in sorted(due)])
        )
    return _("The host or the scorekeeper enters what is about no single seat.")


def title_fault() -> str:
    return _(BAD_TEXT, most=LONGEST_TITLE)
