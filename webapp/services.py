"""Services of one application: its database, tables, settings, and the parts that modules of higher layers register."""

from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar, cast, runtime_checkable

from flask import current_app
from flask.sansio.app import App

from webapp.config import Config
from webapp.games.common.rulebook import house_refusal
from webapp.games.registry import is_offered
from webapp.http.network import NewDeviceLimit
from webapp.http.rate_limiter import RateLimiter
from webapp.journal.hub import Hub
from webapp.store import Store
from webapp.store.backups.copies import BackupFolder, HandEndBackups, copy_database
from webapp.store.change_feed import ChangeFeed
from webapp.store.health import Health
from webapp.table.keeper import TableKeeper

P = TypeVar("P")


@runtime_checkable
class Background(Protocol):
    """A part with a thread of its own, started after the fork and stopped before the database is closed."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


@dataclass(frozen=True)
class Services:
    """The services of an application. Parts are looked up by their class."""

    store: Store
    hub: Hub
    tables: TableKeeper
    config: Config
    new_devices: NewDeviceLimit = field(default_factory=NewDeviceLimit)
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    parts: dict[type, object] = field(default_factory=dict)

    @classmethod
    def of(cls, config: Config, store: Store) -> "Services":
        """Returns the services of an application on this database, without the parts of higher layers."""
        hub = Hub()
        copy, folder = partial(copy_database, config.database, chain=store.chain), BackupFolder(config.backup_folder)
        backups = HandEndBackups(folder, copy, keep=config.backups)
        made = cls(store, hub, TableKeeper(store, hub, backups.hand_ended, is_offered, house_refusal), config)
        made.add(backups, Health(store, config.instance))
        if store.is_shared:
            feed = ChangeFeed(store.url, hub.publish, hub.publish_all)
            feed.heard_device = lambda device_id: hub.publish_to([device_id])
            made.add(feed)
        return made

    def add(self, *parts: object) -> None:
        self.parts.update({type(part): part for part in parts})

    def part(self, kind: type[P]) -> P:
        """Returns the part of this class, made where it needs nothing and none was added."""
        if kind not in self.parts:
            self.parts[kind] = kind()
        return cast("P", self.parts[kind])

    def begin(self) -> None:
        """Starts the threads of the parts, in the order in which they were added: call it after the fork."""
        for part in self._background():
            part.start()

    def end(self) -> None:
        """Stops the threads of the parts and closes the database."""
        for part in self._background():
            part.stop()
        self.store.close()

    def _background(self) -> list[Background]:
        return [part for part in self.parts.values() if isinstance(part, Background)]


def services() -> Services:
    # Not the proxy, which is resolved for each attribute: a play asks for its services seven times.
    app: App = current_app._get_current_object()  # type: ignore[attr-defined]
    return services_in(app)


def services_in(app: App) -> Services:
    return cast("Services", app.extensions["sixfold"])
