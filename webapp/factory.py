"""Application factory."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask_compress import Compress
from htmx_flask import Htmx

from webapp import addresses
from webapp.access import device
from webapp.circle import forgetting, matches
from webapp.circle.archive import importing
from webapp.config import Config
from webapp.evening import news as evening
from webapp.evening.refereeing import penalties
from webapp.files import photos, upload_reader
from webapp.games.common import hand_counts, names
from webapp.games.common.rulebook import keyed, rule_address, rule_url
from webapp.games.registry import found, looks
from webapp.history.scores.match_end import place_said, play_again_said
from webapp.http import cookies, language, limits, network, security, template_environment
from webapp.http.answers import carry_back
from webapp.http.limits import LARGEST_COMPRESSED
from webapp.http.network import trusted_hosts
from webapp.http.steps import in_steps
from webapp.http.template_environment import TemplateEnvironment
from webapp.live import blocks, broadcast, forecasts, page, part_cache, phases, streams, surroundings, template_check
from webapp.photo.reader import can_read
from webapp.services import Services
from webapp.site import faults, health
from webapp.site import file_readers as file_readers  # adds the readers of files
from webapp.store import Store
from webapp.store.house import open_house
from webapp.words import cards
from webapp.words.cards import card_name, card_said, may_draw_joker, suit_name
from webapp.words.cases import leave_asked
from webapp.words.phrases import (
    clock,
    date_said,
    listed,
    moment,
    month,
    number,
    short_day,
    signed,
    weekday,
    weekday_alone,
)

HERE = Path(__file__).parent
ENCODINGS = ["br", "gzip"]  # browsers take the first over https only
COMPRESSED = ["text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml"]


class _App(Flask):
    """Flask without views that are coroutines: it looks for one in each view and hook of a request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def build(config: Config) -> Flask:
    """Returns the application of this configuration. Raises StoreError."""
    app = _App("webapp", template_folder=_templates(), static_folder=HERE / "static")
    app.jinja_environment = TemplateEnvironment  # before it is first used
    app.extensions["sixfold"] = services_of(config, open_house(config))
    for words in (card_name, card_said, may_draw_joker, suit_name, place_said, play_again_said, rule_url, rule_address):
        app.add_template_global(words)
    app.jinja_env.globals.update(names.SAID, limits=limits, leave_asked=leave_asked)
    app.jinja_env.globals.update(counted_in_tally=hand_counts.in_tally, counted_in_trick=hand_counts.in_trick)
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    app.url_defaults(carry_back)
    for written in (number, signed, moment, short_day, listed, keyed, in_steps, weekday_alone, clock):
        app.add_template_filter(written)
    app.jinja_env.filters.update(day_said=date_said, month_said=month, weekday_said=weekday)
    health.init_app(app)
    security.init_app(app, trusted_hosts(config), own_certificate=config.https)
    _compress(app)
    Htmx(app)
    network.init_app(app, config)
    for look in looks().values():
        for name, used in look.template_globals.items():
            app.jinja_env.globals.setdefault(name, used)
    for part in (
        language,
        cards,
        blocks,
        part_cache,
        forecasts,
        cookies,
        device,
        template_environment,
        faults,
        addresses,
        template_check,
        importing,
    ):
        part.init_app(app)
    for game, lack in found().incomplete.items():
        app.logger.warning("The game %s is left out: %s", game, lack)
    if config.photo and not can_read():
        app.logger.warning("SIXFOLD_PHOTO=1, but what reads photos is not there: pip install 'sixfold[photo]'")
    return app


def services_of(config: Config, store: Store) -> Services:
    services = Services.of(config, store)
    for module in (
        page,
        phases,
        surroundings,
        broadcast,
        streams,
        upload_reader,
        photos,
        evening,
        penalties,
        matches,
        forgetting,
    ):
        module.register(services)
    return services


def _templates() -> Path:
    """Returns the folder of the templates: in the package once installed, next to it in a checkout."""
    inside = HERE / "templates"
    return inside if inside.is_dir() else HERE.parent / "templates"


def _compress(app: Flask) -> None:
    app.config.update(
        COMPRESS_ALGORITHM=ENCODINGS,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_STREAMS=False,
        COMPRESS_LEVEL=6,
        COMPRESS_BR_LEVEL=6,
    )
    _Compression(app)


class _Compression(Compress):
    """Compresses answers but for the longest: that takes time in which nobody else is answered. Others pass it by."""

    def after_request(self, response: Response | None) -> Response:
        """Returns the answer, compressed where it is worth it."""
        if response is not None and (
            response.mimetype not in COMPRESSED or (response.content_length or 0) > LARGEST_COMPRESSED
        ):
            return response
        return super().after_request(response)
