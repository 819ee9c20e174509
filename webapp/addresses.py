"""Views: one blueprint a noun. Only what is listed here is served."""

from flask import Flask

from webapp.access import (
    moves,
    recovery,
    requests,
    seats,
)
from webapp.api import circles as api_circles
from webapp.api import evenings as api_evenings
from webapp.api import tables as api
from webapp.circle import (
    calendar,
    circles,
    files,
    forgetting,
    game,
    match_page,
    phone,
    player,
    players,
    seasons,
)
from webapp.circle import (
    share as circle_share,
)
from webapp.evening import (
    player_addresses,
    rounds,
    standings,
    table_evening,
)
from webapp.evening.archive import opening, writer
from webapp.evening.drafting import seating
from webapp.evening.hall import hall
from webapp.evening.joining import requests as evening_requests
from webapp.evening.organising import (
    cards,
    evenings,
    helpers,
)
from webapp.evening.organising import (
    settings as evening_settings,
)
from webapp.evening.organising import (
    share as evening_share,
)
from webapp.evening.organising import (
    tables as evening_tables,
)
from webapp.evening.people import people
from webapp.evening.refereeing import (
    announcements,
)
from webapp.evening.refereeing import (
    desk as evening_desk,
)
from webapp.evening.refereeing import (
    penalties as evening_penalties,
)
from webapp.evening.refereeing import (
    rulings as evening_rulings,
)
from webapp.history.film import film_page, legal_page
from webapp.history.log import log_page
from webapp.history.records import downloads
from webapp.live import (
    fragments,
    guides,
    hands,
    tables,
)
from webapp.referee import referees
from webapp.referee.amending import (
    adjustments,
    amendments,
    closed_entry_pages,
    corrections,
    slip_pages,
)
from webapp.referee.asking import changes, put_back
from webapp.referee.cases import case_page, rulings
from webapp.referee.desk import desk_page, disputes
from webapp.referee.penalties import giving
from webapp.site import (
    choices,
    health,
    home,
    invites,
    new_table,
    rules,
    scores,
    settings,
    trust,
)

NOUNS = (
    home,
    invites,
    log_page,
    new_table,
    tables,
    fragments,
    put_back,
    player_addresses,
    evening_requests,
    cards,
    table_evening,
    hands,
    slip_pages,
    corrections,
    amendments,
    desk_page,
    disputes,
    case_page,
    changes,
    rulings,
    giving,
    adjustments,
    seats,
    moves,
    recovery,
    referees,
    requests,
    choices,
    forgetting,
    phone,
    calendar,
    game,
    files,
    match_page,
    player,
    players,
    seasons,
    circle_share,
    circles,
    closed_entry_pages,
    scores,
    film_page,
    legal_page,
    downloads,
    rules,
    guides,
    settings,
    api,
    api_circles,
    api_evenings,
    health,
    trust,
    standings,
    evenings,
    writer,
    opening,
    hall,
    rounds,
    evening_tables,
    evening_settings,
    people,
    evening_share,
    helpers,
    announcements,
    evening_desk,
    seating,
    evening_penalties,
    evening_rulings,
)


def init_app(app: Flask) -> None:
    """Serves every view."""
    for noun in NOUNS:
        app.register_blueprint(noun.bp)
