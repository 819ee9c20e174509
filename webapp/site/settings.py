"""Settings of a device: language, theme, suits, hand, its screen and its signals."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.http.answers import back_link, local_path
from webapp.http.cookies import SETTINGS, chosen
from webapp.http.durations import DEVICE_COOKIE_LASTS
from webapp.http.language import LANGUAGES

bp = Blueprint("settings", __name__)


@bp.get("/settings")
def show() -> str:
    return render_template("site/settings/show.html", languages=LANGUAGES, chosen=chosen(), back=back_link())


@bp.post("/settings")
def save() -> Response:
    """Stores the settings in cookies, for a year; invalid ones change nothing."""
    answer = redirect(local_path(request.form.get("back", "")) or url_for("settings.show"), 303)
    for name, values in SETTINGS.items():
        value = request.form.get(name)
        if value == values[0]:
            answer.delete_cookie(name, httponly=True, samesite="Lax")
        elif value in values:
            answer.set_cookie(
                name, value, max_age=DEVICE_COOKIE_LASTS, httponly=True, samesite="Lax", secure=request.is_secure
            )
    return answer
