"""What the pages of one application share: its store, its hub, the games under way and its configuration."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import current_app

from webapp.config import Config
from webapp.live import Hub
from webapp.news import News
from webapp.play import Play
from webapp.store import Store

if TYPE_CHECKING:
    from webapp.fragments import Fragments


@dataclass(frozen=True)
class Rooms:
    """The rooms of the house that the pages walk into."""

    store: Store
    hub: Hub
    play: Play
    fragments: "Fragments"
    config: Config
    news: News | None = None
    """Hears what other processes change, where several share a database; to be started after the fork."""


def rooms() -> Rooms:
    """Returns the rooms of the current application."""
    return cast("Rooms", current_app.extensions["sixfold"])
