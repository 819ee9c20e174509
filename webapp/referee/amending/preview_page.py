"""The page of a preview, as a GET shows it and as the answer to an amendment that was not made."""

from flask import abort, render_template

from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.pages.table_page import page_of
from webapp.referee.amending.draft import Draft
from webapp.referee.amending.preview import Desk, preview_context, tried_up_to_date


def preview_page(
    desk: Desk, draft: Draft, *, why: str = "", error: str = "", status: int = 200, told: bool = False
) -> tuple[str, int]:
    """Returns the page and its status; ends the request where this phone may not change that at all.

    `why` is the reason as it was typed. `told`: the whole table was told that it was asked.
    """
    found, stale = tried_up_to_date(desk, draft, told=told)
    if found.barred is not None:
        abort(403, description=reason(found.barred, desk.names).text)
    if stale:
        error = _("Something that was to be changed was taken back meanwhile. That change is left out.")
    shown = {**preview_context(desk, found), "reason": why, "error": error}
    return render_template("amendments/preview.html", page=page_of(desk.now, desk.viewer), amend=shown), status
