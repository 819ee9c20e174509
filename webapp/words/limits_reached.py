"""Limits that somebody has reached, in words: how much is opened, how many codes are wrong, how fast entries come."""

from typing import TYPE_CHECKING

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import moment

if TYPE_CHECKING:  # the words of a limit need no database
    from webapp.store.errors import TooManyOpened


def too_many_opened(problem: "TooManyOpened") -> str:
    """Returns why no further table, evening or circle is opened now, and from when on one is."""
    when = moment(problem.free_at)
    if problem.of_network:
        return _(
            "So much was opened from this network within a day that no more is. The next: from %(when)s on.", when=when
        )
    if problem.what == "circle":
        return ngettext(
            "This phone has opened %(num)s circle within a day, which is the most. The next one: from %(when)s on.",
            "This phone has opened %(num)s circles within a day, which is the most. The next one: from %(when)s on.",
            problem.most,
            when=when,
        )
    if problem.what == "evening":
        return ngettext(
            "This phone has opened %(num)s evening within a day, which is the most. The next one: from %(when)s on.",
            "This phone has opened %(num)s evenings within a day, which is the most. The next one: from %(when)s on.",
            problem.most,
            when=when,
        )
    return ngettext(
        "This phone has opened %(num)s table within a day, which is the most. The next one: from %(when)s on.",
        "This phone has opened %(num)s tables within a day, which is the most. The next one: from %(when)s on.",
        problem.most,
        when=when,
    )


def too_many_wrong_codes(seconds: int, *, of_all: bool) -> str:
    """Returns that a typed code has to wait, and what does not; `of_all`: since others have typed wrong ones."""
    wait = ngettext("%(num)s second", "%(num)s seconds", seconds)
    if seconds > 90:
        wait = ngettext("%(num)s minute", "%(num)s minutes", -(-seconds // 60))
    if of_all:
        return _(
            "Many wrong codes were typed here, so no code is taken for now: the next one can be tried in %(wait)s. A "
            "QR or a link opens its table at once: any phone at the table shows them under “Share this table”.",
            wait=wait,
        )
    return _(
        "Too many codes were wrong. The next one can be tried in %(wait)s. A QR or a link opens its table at once.",
        wait=wait,
    )


def too_many_seat_requests() -> str:
    return _("So many phones wait for a seat here that no other one can. The host answers them first.")


def too_many_new_devices() -> str:
    """Returns why a phone that nobody knows yet is not taken down now."""
    return _("More new phones have come from this network within an hour than a club has. Known ones go on as before.")


def too_fast(seconds: int) -> str:
    """Returns that a device enters or looks faster than people do, and how long it waits."""
    return ngettext(
        "Too much came from this phone or its network in a short time. It goes on in %(num)s second.",
        "Too much came from this phone or its network in a short time. It goes on in %(num)s seconds.",
        seconds,
    )
