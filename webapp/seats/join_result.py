"""Where a way ends: at the table, or on a page that says why it leads nowhere."""

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.services import services
from webapp.store.models import Invite, Table
from webapp.words import invite_words as words

Page = tuple[str, int]


def redirect_to_table(invite: Invite) -> Response:
    """Leads to the table. Who then goes back comes here again, as long as the phone remembers its link."""
    return redirect(url_for("tables.show", table_id=invite.table_id), 303)


def redirect_after_joining(invite: Invite) -> Response:
    """Tells every phone at the table who is there now, and leads to it."""
    services().play.refresh(invite.table_id)
    return redirect_to_table(invite)


def ended_page(invite: Invite) -> Page:
    """Says why this invitation lets nobody in any more."""
    return render_template("invites/over.html", why=words.over(invite.role)), 410


def unknown_link_page() -> Page:
    """Says that there is no such link."""
    return render_template("invites/over.html", why=words.no_link()), 404


def no_link_page() -> Page:
    """Says that no link has been read lately, or that it was long ago."""
    return render_template("invites/over.html", why=words.nothing_read()), 404


def table_of(invite: Invite) -> Table:
    """Returns the table that an invitation leads to."""
    table = services().store.table(invite.table_id)
    assert table is not None  # the database keeps every invite's table
    return table
