"""The name that a referee signs with: told from those of the players, and of who rules already."""

from collections.abc import Collection
from typing import NamedTuple

from webapp.services import services
from webapp.store.models import Table
from webapp.table.player_names import Fault, fault_of, faults_of, twin_of
from webapp.words.invite_words import fault_said


class NameFault(NamedTuple):
    """Why a name is not taken as it is, and the sentence for it."""

    fault: Fault
    said: str


def fault_of_referee(table: Table, name: str, agreed: Collection[str], held: str | None = None) -> NameFault | None:
    """Returns what is wrong with a tidy name, None where it is taken.

    Who also plays may keep the own name, `held`. `agreed` are names that may look like another one at the table.
    """
    players = [player for player in table.players if player != held]
    if fault := fault_of(name) or faults_of([*players, name], agreed)[-1]:
        return NameFault(fault, fault_said(fault, name, twin_of([*players, name], len(players))))
    ruling = [grant.name for grant in services().store.grants(table.id) if grant.name is not None]
    twin = None if name in agreed else twin_of([*ruling, name], len(ruling))
    return None if twin is None else NameFault(Fault.ALIKE, fault_said(Fault.ALIKE, name, twin))
