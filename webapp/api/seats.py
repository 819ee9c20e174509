"""Seats, devices and choices of a table through the API, and its next game."""

from typing import Literal

import msgspec
from flask import Response, url_for
from msgspec import Struct

from webapp.access.device import current_device, require, viewer_of
from webapp.access.new_tables import CHOICES
from webapp.access.seats import (
    State,
    admit_waiting,
    choose,
    choose_scorekeeper,
    free_seat,
    grant_now,
    leave_seat,
    let_device_out,
    presence,
    refuse_waiting,
    sit_down,
    table_devices,
    waiting_devices,
)
from webapp.access.visit import Visit
from webapp.api.bodies import caller_or_new_device, json_response, unauthorized, visit_by_token
from webapp.api.endpoints import LOCATION, TABLE, ApiBlueprint, Body, Id, Seq, TableRole, WithHeaders, body
from webapp.api.joining import Waiting, admitted, let_in
from webapp.api.problems import Problem, need
from webapp.evening.joining.running_table import open_next_match
from webapp.evening.table_evening import part_from
from webapp.evening.visit import evening_at_table
from webapp.referee.referees import Stays, let_go_of
from webapp.services import services
from webapp.store.models import SeatRequest


class SeatHere(Struct, frozen=True):
    """A seat and its device: the caller’s, one that has the table open, one that has not, or none."""

    seat: Seq
    name: str
    state: State
    role: TableRole | None


class RefereeHere(Struct, frozen=True):
    """A referee, by the number of the grant."""

    id: Id
    name: str
    state: State


class DeviceHere(Struct, frozen=True):
    """A device of the table, by the number of its grant."""

    id: Id
    name: str
    role: TableRole
    seat: int | None
    here: bool


class WaitingHere(Struct, frozen=True):
    """A device that waits for the seat of this name, and shows this word."""

    word: str
    name: str


class Seats(Struct, frozen=True):
    """The seats and referees of a table; `devices` and those `waiting` are told to the host.

    `scorekeeper`: the state of the scorekeeper's device, where it holds no seat.
    """

    seats: list[SeatHere]
    referees: list[RefereeHere]
    devices: list[DeviceHere]
    waiting: list[WaitingHere]
    scorekeeper: State | None


class TakeSeat(Body, frozen=True):
    """The seat that is wanted."""

    seat: Seq


class KeepScore(Body, frozen=True):
    """The seat of who keeps the score; none: the host."""

    seat: Seq | None


class AnswerWaiting(Body, frozen=True):
    """The answer to a device that waits, by its word."""

    word: str
    answer: Literal["let-in", "refuse"]


class Dismissal(Body, frozen=True):
    """“yes”, or “waiting” where requests wait for the referee; nothing is needed to go oneself."""

    sure: str = ""


class Choices(Body, frozen=True):
    """What the host chooses; what is not named stays."""

    title: str | None = None
    entry: str | None = None
    seats: str | None = None
    door: str | None = None


class ChosenNow(Struct, frozen=True):
    """The choices of the host."""

    title: str
    entry: str
    seats: str
    door: str


class Again(Body, frozen=True):
    """Whether another one deals first."""

    moved: bool = False


class NextTable(Struct, frozen=True):
    """The table of the next game."""

    id: Id


bp = ApiBlueprint("api_seats", __name__)


@bp.address(f"GET {TABLE}/seats", "readSeats", {200: Seats})
def seats(table_id: int) -> Response:
    """Who sits where, who rules, and who waits for a seat."""
    return _seats(visit_by_token(table_id))


@bp.address(f"POST {TABLE}/seat", "takeSeat", {200: Seats, 202: Waiting}, TakeSeat)
def take_seat(table_id: int) -> Response:
    """Sits the caller down, who leaves the seat held so far; 202: the host has to approve first."""
    here = visit_by_token(table_id)
    seat = _seat(here, body(TakeSeat).seat)
    done = admitted(lambda: sit_down(here, seat))
    return let_in(done, caller_or_new_device()) if isinstance(done, SeatRequest) else _seats_now(table_id)


@bp.address(f"POST {TABLE}/seat/leave", "leaveSeat", {200: Seats})
def leave(table_id: int) -> Response:
    """Gives up the caller's seat; the token stays at the table."""
    leave_seat(visit_by_token(table_id))
    return _seats_now(table_id)


@bp.address(f"POST {TABLE}/seats/<int:number>/free", "freeSeat", {200: Seats}, fails=[422])
def free(table_id: int, number: int) -> Response:
    """Takes a seat from its device. For the host."""
    here = _as_host(table_id)
    free_seat(here, _seat(here, number))
    return _seats_now(table_id)


@bp.address(f"POST {TABLE}/requests", "answerWaiting", {200: Seats}, AnswerWaiting)
def answer_waiting(table_id: int) -> Response:
    """Admits a device that waits for a seat, or refuses it. For the host."""
    here = _as_host(table_id)
    sent = body(AnswerWaiting)
    admitted(lambda: (admit_waiting if sent.answer == "let-in" else refuse_waiting)(here, sent.word))
    return _seats_now(table_id)


@bp.address(f"POST {TABLE}/requests/withdraw", "withdrawRequest", {204: None})
def withdraw(table_id: int) -> Response:
    """Wants the seat no longer."""
    device = current_device()
    if device is None:
        raise unauthorized()
    if services().store.seat_request_of(table_id, device.id) is None:
        visit_by_token(table_id)
    services().store.withdraw_request(table_id, device.id)
    services().tables.refresh(table_id)
    return Response(status=204)


@bp.address(f"POST {TABLE}/scorekeeper", "chooseScorekeeper", {200: Seats}, KeepScore)
def keep_score(table_id: int) -> Response:
    """Has a seated player keep the score, or the host again. For the host."""
    here = _as_host(table_id)
    seat = body(KeepScore).seat
    try:
        choose_scorekeeper(here, None if seat is None else _seat(here, seat))
    except LookupError:
        raise Problem(409, "nobody-sits") from None
    return _seats_now(table_id)


@bp.address(f"POST {TABLE}/devices/<int:number>/remove", "letDeviceOut", {200: Seats}, fails=[409])
def let_out(table_id: int, number: int) -> Response:
    """Dismisses a device that neither hosts nor rules; one that is gone stays so. For the host."""
    here = _as_host(table_id)
    grant = grant_now(here, number)
    if grant is not None:
        if grant.is_host or grant.is_referee:
            raise Problem(409, "no-device")
        let_device_out(here, grant)
    return _seats_now(table_id)


@bp.address(f"POST {TABLE}/referees/<int:grant_id>/dismiss", "dismissReferee", {200: Seats, 204: None}, Dismissal)
def dismiss(table_id: int, grant_id: int) -> Response:
    """Ends a referee's grant: the own one, or by the host that of another; 204 where the token has no other there."""
    here = visit_by_token(table_id)
    named = (one for one in here.now.people.grants if one.name is not None)
    grant = need(next((one for one in named if one.id == grant_id), None), "no-device")
    require(here.viewer.is_host or grant.device_id == here.device_id)
    if (why := let_go_of(here, grant, body(Dismissal).sure, None)) is not None:
        raise Problem(422 if why is Stays.UNSURE else 409, why)
    return _seats_now(table_id) if viewer_of(table_id).may_see else Response(status=204)


@bp.address(f"POST {TABLE}/choices", "changeChoices", {200: ChosenNow}, Choices)
def choices(table_id: int) -> Response:
    """Changes the name of the table, who enters, how seats are taken, and whether the door is open. For the host."""
    here, sent = _as_host(table_id), body(Choices)
    chosen = {name: answer for name, answer in msgspec.structs.asdict(sent).items() if answer is not None}
    title = chosen.pop("title", here.table.title)
    for name, answer in chosen.items():
        if answer not in CHOICES[name]:
            raise Problem(422, "no-choice", name=name, choices=", ".join(CHOICES[name]))
    if isinstance(fault := choose(here, title, chosen), str):
        raise Problem(422, "no-title", message=fault)
    table = services().tables.at(table_id).table
    return json_response(ChosenNow(table.title, table.entry, table.seats, table.door))


@bp.address(f"POST {TABLE}/again", "playAgain", {201: WithHeaders(NextTable, LOCATION)}, Again)
def again(table_id: int) -> Response:
    """Opens the next game of the same people, once."""
    here = visit_by_token(table_id)
    require(here.viewer.may_enter)
    opened = open_next_match(here, moved=body(Again).moved)
    if opened is None:
        raise Problem(409, "not-over")
    return json_response(NextTable(opened.id), 201, Location=url_for("api.table", table_id=opened.id))


@bp.address(f"POST {TABLE}/evening/part", "partFromEvening", {204: None}, fails=[409, 422])
def part(table_id: int) -> Response:
    """Lets a table that had joined leave the evening. For the host."""
    here = _as_host(table_id)
    found = need(evening_at_table(here.now, here.viewer), "no-evening")
    if (refused := part_from(here, *found)) is not None:
        raise Problem(refused[1], "evening-refused", message=refused[0])
    services().hub.publish(table_id)
    return Response(status=204)


def _as_host(table_id: int) -> Visit:
    here = visit_by_token(table_id)
    require(here.viewer.is_host)
    return here


def _seat(here: Visit, seat: int) -> int:
    """Returns a seat of the table. Raises `Problem` 422."""
    most = len(here.table.players) - 1
    if seat > most:
        raise Problem(422, "no-seat", most=most)
    return seat


def _seats_now(table_id: int) -> Response:
    return _seats(Visit(services().tables.at(table_id), viewer_of(table_id)))


def _seats(here: Visit) -> Response:
    found, by_host = presence(here), here.viewer.is_host
    told = Seats(
        [SeatHere(one.seat, one.name, one.state, one.role) for one in found.places],
        [RefereeHere(one.id, one.name or "", state) for one, state in found.referees],
        [DeviceHere(one.id, name, one.role, one.seat, at) for one, name, _does, at in table_devices(here) if by_host],
        [WaitingHere(one.word, one.name) for one in waiting_devices(here.now, here.viewer)],
        found.scorekeeper,
    )
    return json_response(told)
