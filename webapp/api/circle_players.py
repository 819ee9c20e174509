"""Players and devices of circles for programs: lists, guests, merging two players, putting a device out."""

from typing import TypedDict

from flask import Response
from msgspec import Struct

from webapp.api.bodies import json_response
from webapp.api.circles import CIRCLE, done, visit_circle_by_token
from webapp.api.endpoints import ApiBlueprint, Body, Id, Seq, body
from webapp.api.problems import Problem, need
from webapp.circle import acts
from webapp.circle.circle_json import CircleExport, Player
from webapp.circle.devices import devices_named
from webapp.circle.forgetting import forget, why_kept
from webapp.services import services
from webapp.store.forgotten_player import StillPlaying


class MergePlayers(Body, frozen=True):
    """Two players of the circle by number: the one that becomes an alias, and the one that stays."""

    gone: Id
    into: Id


class SetGuest(Body, frozen=True):
    """Whether a player is a guest, whose matches do not count."""

    guest: bool


class Rename(Body, frozen=True):
    """Another name; the old one stays an alias."""

    name: str


class Forgotten(Struct, frozen=True):
    """How many tables and evenings keep the name of a forgotten player, since they are those of others."""

    tables: Seq
    evenings: Seq


class PlayersMerged(Struct, frozen=True):
    """Two merged players: the number to undo it by, and their names."""

    id: Id
    gone: str
    into: str


class MergesIn(Struct, frozen=True):
    """Merges that can be undone."""

    merged: list[PlayersMerged]


class CircleDevice(Struct, frozen=True):
    """A device by the number of its grant; `player`: the name of whom it stands for; `own`: that of the token."""

    id: Id
    player: str | None
    own: bool


class CircleDevices(Struct, frozen=True):
    """The devices of a circle, the token's first, then the oldest."""

    devices: list[CircleDevice]


class CirclePlayers(TypedDict):
    """The players in the order of their names."""

    players: list[Player]


bp = ApiBlueprint("api_circle_players", __name__)


@bp.address(f"GET {CIRCLE}/players", "readPlayers", {200: CirclePlayers})
def players(circle_id: int) -> Response:
    """Its players."""
    here = visit_circle_by_token(circle_id)
    return json_response(CirclePlayers(players=CircleExport(here.circle).told_players()))


@bp.address(f"POST {CIRCLE}/players/<int:number>/guest", "setGuest", {200: CirclePlayers}, SetGuest)
def set_guest(circle_id: int, number: int) -> Response:
    """Makes a player a guest, whose matches do not count, or ends that."""
    visit_circle_by_token(circle_id)
    sent = body(SetGuest)
    done(lambda: services().store.set_guest(circle_id, number, guest=sent.guest), "no-such-player")
    return players(circle_id)


@bp.address(f"POST {CIRCLE}/players/<int:number>/rename", "renamePlayer", {200: CirclePlayers}, Rename)
def rename(circle_id: int, number: int) -> Response:
    """Renames a player."""
    visit_circle_by_token(circle_id)
    name = body(Rename).name
    done(lambda: acts.rename_player(circle_id, number, name), "no-such-player")
    return players(circle_id)


@bp.address(f"POST {CIRCLE}/players/<int:number>/forget", "forgetPlayer", {200: Forgotten}, fails=[409, 429])
def forget_player(circle_id: int, number: int) -> Response:
    """Removes a player's names, for good; not while a table or an evening with the player lasts."""
    here = visit_circle_by_token(circle_id)
    name = (found := services().store.circle_players(circle_id).get(number)) and found.name
    try:
        kept = done(lambda: forget(circle_id, number, here.device_id), "no-such-player")
    except StillPlaying as sits:
        raise Problem(409, "circle-refused", message=why_kept(name or "", sits)) from None
    return json_response(Forgotten(len(kept.tables), len(kept.evenings)))


@bp.address(f"POST {CIRCLE}/players/merge", "mergePlayers", {200: CirclePlayers}, MergePlayers)
def merge_players(circle_id: int) -> Response:
    """Makes two players one."""
    visit_circle_by_token(circle_id)
    sent = body(MergePlayers)
    done(lambda: acts.merge_players(circle_id, sent.gone, sent.into), "no-such-player")
    return players(circle_id)


@bp.address(f"GET {CIRCLE}/players/merged", "readMerges", {200: MergesIn})
def merged(circle_id: int) -> Response:
    """The merged players, as long as that can be undone."""
    visit_circle_by_token(circle_id)
    found = acts.merges_to_undo(circle_id)
    return json_response(MergesIn([PlayersMerged(line.id, gone.name, into.name) for line, gone, into in found]))


@bp.address(f"POST {CIRCLE}/players/merged/<int:number>/undo", "undoMerge", {200: CirclePlayers}, fails=[409])
def undo_merge(circle_id: int, number: int) -> Response:
    """Takes back that two players were made one."""
    visit_circle_by_token(circle_id)
    done(lambda: acts.part_players(circle_id, number), "no-merge")
    return players(circle_id)


@bp.address(f"GET {CIRCLE}/devices", "readCircleDevices", {200: CircleDevices})
def devices(circle_id: int) -> Response:
    """Its devices."""
    here = visit_circle_by_token(circle_id)
    found = [CircleDevice(one.id, name, one.device_id == here.device_id) for one, name in devices_named(here)]
    return json_response(CircleDevices(found))


@bp.address(f"POST {CIRCLE}/devices/<int:grant_id>/out", "putDeviceOut", {200: CircleDevices})
def put_out(circle_id: int, grant_id: int) -> Response:
    """Puts another device out; the code to join is a new one."""
    here = visit_circle_by_token(circle_id)
    grants = (one for one, _name in devices_named(here) if one.device_id != here.device_id)
    other = need(next((one for one in grants if one.id == grant_id), None), "no-device")
    acts.put_out(here, other, None)
    return devices(circle_id)
