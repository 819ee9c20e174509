"""Forgetting a player of a circle, here and in whatever this process keeps in memory."""

import logging

from webapp.club.circle.name_remover import TextRemover
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.keeper import EveningKeeper
from webapp.services import services
from webapp.store.engines import StoreError
from webapp.store.forgetting import Renamed
from webapp.store.forgotten_player import ForgottenPlayer, KeptNames

log = logging.getLogger(__name__)


def forget(circle_id: int, player_id: int, device_id: int) -> KeptNames:
    """Takes a player's names out of the circle, its tables and their evenings, for good, as this device asks for.

    Returns the tables and evenings that keep the name, since they are those of others. Raises LookupError for no such
    player, StillPlaying where a table or evening with the player goes on.
    """
    here = services()
    renamed: list[Renamed] = []

    def change() -> list[int]:
        renamed.append(here.store.forget_player(circle_id, player_id, _remover, device_id=device_id))
        return renamed[0].tables

    here.play.rewrite(change)
    for evening_id in renamed[0].evenings:
        here.part(EveningKeeper).refresh(evening_id)
        for table in here.store.tables_of_evening(evening_id):
            here.part(EveningTables).note(table.id)
    try:
        here.store.erase_freed()
    except StoreError as error:
        log.error("A name was taken out, but its bytes may still lie in the file: %s", error)
    return renamed[0].kept


def _remover(who: ForgottenPlayer) -> TextRemover:
    return TextRemover(who.spellings, who.others)
