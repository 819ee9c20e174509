"""Puts the application together."""

from functools import partial
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from htmx_flask import Htmx

from webapp import chances, deck, faces, i18n, prefs, proxies, security, static_files, timed, views
from webapp.backups.at_hands_end import AtHandsEnd
from webapp.backups.copies import copy_out
from webapp.backups.folder import Folder
from webapp.broadcast import Broadcasts
from webapp.config import Config
from webapp.fragments import Fragments
from webapp.live import Hub
from webapp.melds import meld_picker
from webapp.network import trusted_hosts
from webapp.news import News
from webapp.play import Play
from webapp.pulse import Pulse
from webapp.records.going_out import Fingerprints
from webapp.rooms import Rooms
from webapp.rulebook.links import rule_url
from webapp.store import Store, open_store
from webapp.views import errors
from webapp.words import card_name, card_said, scoring, stages, suit_name
from webapp.words.moments import moment
from webapp.words.numbers import number, signed
from webapp.words.scoring import stones

HERE = Path(__file__).parent
ENCODINGS = ["br", "gzip"]  # browsers take the first over https only
COMPRESSED = ["text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml"]


def build(config: Config) -> Flask:
    """Returns the application of this configuration."""
    app = Flask("webapp", template_folder=_templates(), static_folder=HERE / "static")
    app.extensions["sixfold"] = rooms_of(config, open_store(config.database, Folder(config.backup_folder)))
    for words in (card_name, card_said, suit_name, *stages.SAID, *stones.SAID):
        app.add_template_global(words)
    app.add_template_global(meld_picker)
    app.add_template_global(rule_url)
    app.add_template_filter(scoring.line, "line_said")
    for written in (number, signed, moment):
        app.add_template_filter(written)
    timed.init_app(app)
    security.init_app(app, trusted_hosts(config))
    _compress(app)
    Htmx(app)
    proxies.init_app(app, config)
    for part in (i18n, deck, faces, chances, prefs, static_files, errors, views):
        part.init_app(app)
    return app


def rooms_of(config: Config, store: Store) -> Rooms:
    """Returns the rooms of a house on this database, with nobody in them yet."""
    folder, hub = Folder(config.backup_folder), Hub()
    backups = AtHandsEnd(folder, partial(copy_out, config.database), deep=config.backups)
    play = Play(store, hub, backups.hand_over)
    news = News(store.url, hub.publish, hub.publish_all) if store.is_shared else None
    broadcasts = Broadcasts(hub, play)
    pulse = Pulse(store, hub, play, broadcasts)
    return Rooms(store, hub, play, Fragments(), Fingerprints(), broadcasts, pulse, config, backups, news)


def _templates() -> Path:
    """Returns the folder of the templates: inside the package once installed, beside it in a checkout."""
    inside = HERE / "templates"
    return inside if inside.is_dir() else HERE.parent / "templates"


def _compress(app: Flask) -> None:
    app.config.update(
        COMPRESS_ALGORITHM=ENCODINGS,
        COMPRESS_MIMETYPES=COMPRESSED,
        COMPRESS_STREAMS=False,
        COMPRESS_LEVEL=5,
        COMPRESS_BR_LEVEL=4,
    )
    Compress(app)
