"""Parts of an application that evenings need: registered once, looked up by their class."""

from webapp.club.evening.evening_news import EveningNews
from webapp.club.evening.evening_standing import EveningStandings
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.keeper import EveningHub, EveningKeeper
from webapp.club.evening.table_notes import surroundings
from webapp.live.surroundings import AroundTables
from webapp.services import Services
from webapp.store.change_feed import ChangeFeed


def register(services: Services) -> None:
    """Adds the evenings to the services of an application."""
    hub = EveningHub()

    def own_result(table_id: int) -> tuple[int, ...] | None:
        return tables.own_result(table_id)

    keeper = EveningKeeper(services.store, hub, services.play.refresh, own_result)
    news = EveningNews(keeper, services.hub)
    tables = EveningTables(services.store, services.play, keeper, hub, news.tell)

    def missed() -> None:
        tables.note_all()
        hub.publish_all()

    services.hub.listen(tables.note, missed)
    hub.listen(tables.note_evening, lambda: None)
    services.part(AroundTables).tell = surroundings
    if services.store.is_shared:
        services.part(ChangeFeed).heard_evening = hub.publish
    services.add(hub, keeper, tables, EveningStandings())
