"""Views: one blueprint a noun. Only what is listed here is served."""

from flask import Flask

from webapp.views import (
    adjustments,
    amendments,
    api,
    cases,
    choices,
    corrections,
    desk,
    disputes,
    film,
    guides,
    hands,
    health,
    home,
    invites,
    legal,
    log,
    moves,
    new_table,
    parts,
    put_back,
    records,
    recovery,
    referees,
    requests,
    rules,
    rulings,
    scores,
    seats,
    settings,
    slips,
    tables,
    trust,
)

NOUNS = (
    home,
    invites,
    log,
    new_table,
    tables,
    parts,
    put_back,
    hands,
    slips,
    corrections,
    amendments,
    desk,
    disputes,
    cases,
    rulings,
    adjustments,
    seats,
    moves,
    recovery,
    referees,
    requests,
    choices,
    scores,
    film,
    legal,
    records,
    rules,
    guides,
    settings,
    api,
    health,
    trust,
)


def init_app(app: Flask) -> None:
    """Serves every view."""
    for noun in NOUNS:
        app.register_blueprint(noun.bp)
