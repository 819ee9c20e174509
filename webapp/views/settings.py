"""What a phone chooses for itself: language, theme, suits, hand."""

import re

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import YEAR
from webapp.i18n import LANGUAGES
from webapp.prefs import CHOICES, chosen

bp = Blueprint("settings", __name__)
LOCAL_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")


@bp.get("/settings")
def show() -> str:
    """Shows what can be chosen and what is chosen."""
    back = _local(request.args.get("back", ""))
    return render_template("settings/show.html", choices=CHOICES, chosen=chosen(), languages=LANGUAGES, back=back)


@bp.post("/settings")
def save() -> Response:
    """Keeps the choices that were sent in cookies, for a year; what is no choice changes nothing."""
    answer = redirect(_local(request.form.get("back", "")) or url_for("settings.show"), 303)
    for name, values in CHOICES.items():
        value = request.form.get(name)
        if value == values[0]:
            answer.delete_cookie(name, httponly=True, samesite="Lax")
        elif value in values:
            answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _local(path: str) -> str:
    """Returns a path that lies on this site, or nothing: nobody is sent elsewhere from here."""
    return path if LOCAL_PATH.fullmatch(path) else ""
