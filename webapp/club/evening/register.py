"""Parts of an application that evenings need: registered once, looked up by their class."""

from webapp.club.evening.evening_standing import EveningStandings
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.keeper import EveningHub, EveningKeeper
from webapp.services import Services
from webapp.store.change_feed import ChangeFeed


def register(services: Services) -> None:
    """Adds the evenings to the services of an application."""
    hub = EveningHub()
    keeper = EveningKeeper(services.store, hub)
    tables = EveningTables(services.store, services.play, keeper, hub)
    services.hub.listen(tables.note, tables.note_all)
    if services.store.is_shared:
        services.part(ChangeFeed).heard_evening = hub.publish
    services.add(hub, keeper, tables, EveningStandings())
