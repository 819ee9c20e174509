"""Answers after an invite was read: a redirect to the table, or a page that says why it is not valid."""

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.services import services
from webapp.store.models import Invite, Table
from webapp.words import invite_words as words

Page = tuple[str, int]


def redirect_to_table(invite: Invite) -> Response:
    """Redirects to the table. Going back leads here again, as long as the device remembers its link."""
    return redirect(url_for("tables.show", table_id=invite.table_id), 303)


def redirect_after_joining(invite: Invite) -> Response:
    """Updates the pages of all devices at the table, and redirects to it."""
    services().play.refresh(invite.table_id)
    return redirect_to_table(invite)


def ended_page(invite: Invite) -> Page:
    """Returns the page that says why this invite is not valid any more."""
    return render_template("invites/over.html", why=words.over(invite.role)), 410


def unknown_link_page() -> Page:
    """Returns the page that says that there is no such link."""
    return render_template("invites/over.html", why=words.no_link()), 404


def no_link_page() -> Page:
    """Returns the page that says that no link was read lately."""
    return render_template("invites/over.html", why=words.nothing_read()), 404


def table_of(invite: Invite) -> Table:
    """Returns the table that an invite leads to."""
    table = services().store.table(invite.table_id)
    assert table is not None  # a foreign key keeps every invite's table
    return table
