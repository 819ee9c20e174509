"""One blueprint a noun. A view that is not listed here is served to nobody."""

from flask import Flask

from webapp.views import (
    adjustments,
    amendments,
    corrections,
    desk,
    disputes,
    guides,
    hands,
    home,
    invites,
    melds,
    new_table,
    rules,
    scores,
    seats,
    settings,
    tables,
)

NOUNS = (
    home,
    invites,
    new_table,
    tables,
    melds,
    hands,
    corrections,
    amendments,
    desk,
    disputes,
    adjustments,
    seats,
    scores,
    rules,
    guides,
    settings,
)


def init_app(app: Flask) -> None:
    """Serves every view."""
    for noun in NOUNS:
        app.register_blueprint(noun.bp)
