"""Importing a circle from a file: into a new circle, or into one that has a part of it already.

It goes match by match, and is kept until all are in: what was begun when the house ended goes on with its next start.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import NamedTuple

import msgspec
from flask import Blueprint, Flask, Response, abort, render_template, request
from msgspec import msgpack

from webapp.access.device import current_device, current_or_new_device, hashed_form_key, network_here, new_form_key
from webapp.access.new_tables import Opener
from webapp.circle.acts import WITHOUT_FILES, Refused, open_circle
from webapp.circle.archive.format import CircleHead, CirclePart, CirclePhoto, CircleRecord, Invitations, TakenCircle
from webapp.circle.archive.parts import Arrived, KnownMatches, Matches, People, Results, Seasons, write_note
from webapp.circle.archive.posts import Posts
from webapp.circle.tables import CircleTables
from webapp.circle.visit import circle_here
from webapp.files.kinds import FileKind, NotRead
from webapp.files.upload_reader import read_request
from webapp.history.records.uploaded import Taken, Written, written_by
from webapp.http.answers import Page, not_for_back, page_too_soon
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.steps import let_others
from webapp.services import services, services_in
from webapp.store.archives import ArrivalEnded, TwoPlayers
from webapp.store.circle_models import Circle, CircleArrival
from webapp.store.errors import TooManyOpened
from webapp.table.forms import op_in
from webapp.words.limits_reached import too_many_opened
from webapp.words.phrases import joined


class Brought(NamedTuple):
    """Result of an import: the circle, the numbers of new and known matches, players, seasons.

    `foreign`: new matches whose seal is not this house's, which does not vouch for them. `part` of how many `parts`.
    """

    circle: Circle
    new: int
    known: int
    players: int
    seasons: int
    foreign: int
    part: int
    parts: int


def bring_circle(parts: Iterable[CirclePart], into: Circle | None, by: Callable[[], Opener]) -> Brought | Refused:
    """Brings a circle in, match by match: each that is in stays.

    Nothing is begun where the file is not taken, or does not fit the circle. Raises TooManyOpened.
    """
    heads, records, photos = list[CircleHead](), list[CircleRecord](), dict[str, bytes]()
    for part in parts:
        match part:
            case CircleHead():
                heads.append(part)
            case CircleRecord():
                records.append(part)
            case CirclePhoto():
                photos[part.file] = part.data
            case _:
                return Refused(part.said, is_form=True)
    (head,), opener = heads, by()
    arrived = list(zip(head.circle.matches, (one.taken for one in records), strict=True))
    if into is None and (why := _known_elsewhere(arrived, opener)) is not None:
        return why
    if into is not None and into.without_files and not (head.circle.without_files and _came_whole(into)):
        return Refused(_(WITHOUT_FILES))
    circle = open_circle(head.circle.name, lambda: opener) if into is None else into
    if isinstance(circle, Refused):
        return circle
    if into is None and head.circle.without_files:
        services().part(CircleTables).count_files(circle.id, counted=False)
    return _brought_or_refused(circle, InFile(head.circle, arrived, photos), opener, counts=into is not None)


def _brought_or_refused(circle: Circle, told: "InFile", by: Opener, *, counts: bool) -> Brought | Refused:
    try:
        return _brought(circle, told, by, counts=counts)
    except ArrivalEnded:
        return Refused(_("Somebody of this circle was forgotten meanwhile: what may name that one is not brought in."))
    except TwoPlayers as two:
        return Refused(
            _(
                "In the file %(names)s are one player, here they are two. Make them one first, or leave the circles "
                "apart.",
                names=joined(two.names),
            )
        )
    except OnePlayer:
        return Refused(_("Two who sat at one table in the file are one player here. Leave the circles apart."))


class OnePlayer(Exception):
    """Two of a match in a file are one player of the circle."""


class InFile(NamedTuple):
    """All that came in a file: the circle, its matches with their records, its photos."""

    circle: TakenCircle
    arrived: list[Arrived]
    photos: dict[str, bytes]


def _brought(circle: Circle, told: InFile, by: Opener, *, counts: bool, begins: bool = True) -> Brought:
    store, found, arrived = services().store, told.circle, told.arrived
    services().part(CircleTables).keep_others(circle.id)  # a table of the file was opened when the house ended
    known, before = _known(circle.id, arrived), len(store.circle_players(circle.id))
    wanted = People.wanted(found, known)
    counts = counts and bool(known.new)
    network = network_here() if counts else ""
    arrival = CircleArrival(circle_id=circle.id, digits=found.digits, device_id=by.device_id, body=_packed(told))
    here = store.bring_players(
        circle.id,
        wanted,
        device_id=by.device_id,
        network=network,
        counts=counts,
        arrival=arrival if begins else None,
    )
    sat = [set(match.players) for match, _taken in known.new]
    if any(len({here[number] for number in players}) < len(players) for players in sat):
        store.end_arrival(circle.id, found.digits)
        raise OnePlayer
    with store.arriving(circle.id, found.digits):
        for table_id, text in known.notes:
            write_note(circle.id, table_id, text)
        for one in known.new:
            Matches.bring(circle.id, by.device_id, one, here, own=found.without_files)
            let_others()
        results, results_known = Results.bring(circle.id, by.device_id, found, here)
        _bring_posts(circle.id, by.device_id, told, here)
        store.rate_due(circle.id)
        done = Brought(
            circle,
            len(known.new) + results,
            len(known.same) + results_known,
            len(store.circle_players(circle.id)) - before,
            Seasons.bring(circle.id, found),
            sum(written_by(taken) is not Written.HERE for _match, taken in known.new),
            found.part,
            found.parts,
        )
        Invitations.bring(circle.id, found)
        store.end_arrival(circle.id, found.digits)
    return done


def _bring_posts(circle_id: int, device_id: int, told: InFile, here: Mapping[int, int]) -> None:
    if told.circle.posts:
        known = _known(circle_id, told.arrived)
        tables = {it.fingerprint: it.table_id for it in services().store.known_tables(circle_id)}
        found = [(table_id, post) for table_id, one in known.tables for post in one.posts]
        found += [(tables.get(one.fingerprint, 0), post) for one in told.circle.results for post in one.posts]
        Posts.bring(circle_id, device_id, found, told.photos, {**known.seats, **here})


def _packed(told: InFile) -> bytes:
    return zlib.compress(msgpack.encode((told.circle, [taken for _match, taken in told.arrived], told.photos)))


def _unpacked(body: bytes) -> InFile:
    """Returns the rest of a file to import; older releases stored no photos."""
    kept: list[msgspec.Raw] = msgpack.decode(zlib.decompress(body), type=list[msgspec.Raw])
    circle, records = msgpack.decode(kept[0], type=TakenCircle), msgpack.decode(kept[1], type=list[Taken])
    photos = msgpack.decode(kept[2], type=dict[str, bytes]) if len(kept) > 2 else {}
    return InFile(circle, list(zip(circle.matches, records, strict=True)), photos)


class Arrivals:
    """Resumes imports that were interrupted by a stop of the server, in the background."""

    def __init__(self, app: Flask) -> None:
        self._app, self._ended = app, Event()

    def start(self) -> None:
        Thread(target=self.go_on, name="circle-arrivals", daemon=True).start()

    def stop(self) -> None:
        """Ends after the file that is being brought in."""
        self._ended.set()

    def go_on(self) -> None:
        """Imports the rest of all files; what no longer fits is dropped."""
        with self._app.app_context():
            store = services().store
            for one in store.arrivals():
                circle = store.circle(one.circle_id)
                if self._ended.is_set():
                    return
                with suppress(TwoPlayers, OnePlayer, ArrivalEnded), store.arriving(one.circle_id, one.digits):
                    told, opener = _unpacked(one.body), Opener(one.device_id, None)
                    if circle is not None and (told.circle.without_files or not circle.without_files):
                        _brought(circle, told, opener, counts=False, begins=False)
                store.end_arrival(one.circle_id, one.digits)


def init_app(app: Flask) -> None:
    """Continues unfinished imports once the application serves."""
    services_in(app).add(Arrivals(app))


def _known(circle_id: int, arrived: list[Arrived]) -> KnownMatches:
    store = services().store
    return KnownMatches(store.known_tables(circle_id), store.leads_of_circle(circle_id), arrived)


def _came_whole(circle: Circle) -> bool:
    """Tells whether all of a circle came from its own file, whose other parts come after it."""
    store = services().store
    own = store.own_tables(circle.id)
    return bool(own) and all(it.table_id in own for it in store.known_tables(circle.id))


def _known_elsewhere(arrived: list[Arrived], by: Opener) -> Refused | None:
    """Returns why no new circle is opened: one of this phone has some of these matches already."""
    for circle in services().store.circles_of(by.device_id):
        if (by.op is None or circle.op != by.op) and (known := _known(circle.id, arrived).same):
            return Refused(
                _(
                    "%(circle)s has %(num)s of these matches already. Choose it, and only what is new comes in.",
                    circle=circle.name,
                    num=len(known),
                )
            )
    return None


bp = Blueprint("circle_importing", __name__)


@bp.get("/circles/bring")
def form() -> str:
    """Asks for the file of a circle, and where it is brought in."""
    return _form()


@bp.post("/circles/bring")
def bring() -> Response | str | Page:
    """Imports a circle from a file, and shows the new parts."""
    try:
        told = read_request(FileKind.CIRCLE)
        op = op_in({"op": told.form.op})
        if not told.parts:
            return _form(_("Choose a file.")), 422
        into = _chosen(told.form.into)
        done = bring_circle(
            told.each(CirclePart), into, lambda: Opener(current_or_new_device(op).id, hashed_form_key(op, told.asked))
        )
    except NotRead as problem:
        return _form(problem.said), problem.status
    except TooManyOpened as problem:
        return page_too_soon(_form(too_many_opened(problem)), problem.seconds)
    if isinstance(done, Refused):
        return _form(done.said, chosen=told.form.into), done.status
    return render_template("circle/brought.html", done=done, circle=done.circle)


def _chosen(sent: str) -> Circle | None:
    """Returns the circle that the form names, None for a new one; ends the request where the phone is not in it."""
    if not sent:
        return None
    here = circle_here(parse_integer(sent) or 0)
    if here is None:
        abort(404)
    return here.circle


def _form(error: str = "", chosen: str | None = None) -> str:
    not_for_back()  # the circles of this phone are named on it
    device = current_device()
    return render_template(
        "circle/bring.html",
        error=error,
        op=new_form_key(),
        circles=services().store.circles_of(device.id) if device else [],
        chosen=request.args.get("circle", "") if chosen is None else chosen,
    )
