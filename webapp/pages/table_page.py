"""Facts of a table for all its pages: names, addresses, rights of the viewer, the key of a form."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from flask import redirect, request, url_for
from msgspec import Struct, structs
from werkzeug.wrappers import Response

from rules_core import findings as rules
from rules_core.view import TableView
from webapp.games.common.names import game_name, hand_of, plain_turn
from webapp.games.registry import is_offered
from webapp.http.answers import this_request
from webapp.http.language import gettext as _
from webapp.http.limits import TABLE_LINKS_KEPT
from webapp.journal.lines import Key, form_digest
from webapp.services import services
from webapp.store.models import Table
from webapp.table import entry_rights
from webapp.table.forms import STAMPS, NotAnEvent, op_in
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words import cards
from webapp.words.origins import notice

NOT_ASKED = frozenset({"others", "back"})
"""Query parameters that are no part of the question: where to lead back to, and that other seats were asked about."""


def redirect_to_table(table_id: int) -> Response:
    return redirect(url_for("tables.show", table_id=table_id), 303)


class TableLinks(NamedTuple):
    """Addresses of the pages of a table, and of what its forms are sent to."""

    home: str
    table: str
    events: str
    stream: str
    slips: str
    scores: str
    adjust: str
    again: str
    picture: str
    others: str
    share: str
    film: str
    log: str
    hand: str
    photo: str
    piles: str
    contradiction: str
    desk: str
    rulings: str
    changes: str
    call: str
    pause: str
    rules: str
    guide: str


@lru_cache(TABLE_LINKS_KEPT)
def links(table_id: int, game: str, root: str) -> TableLinks:
    """Returns the addresses of a table's pages. Kept, since every fragment names them all."""
    return TableLinks(
        home=url_for("home.index"),
        table=url_for("tables.show", table_id=table_id),
        events=url_for("tables.make", table_id=table_id),
        stream=url_for("tables.stream", table_id=table_id),
        slips=url_for("amendments.newest", table_id=table_id),
        scores=url_for("scores.sheet", table_id=table_id),
        adjust=url_for("amendments.adjusting", table_id=table_id),
        again=url_for("running_table.again", table_id=table_id),
        picture=url_for("scores.picture", table_id=table_id),
        others=url_for("new_table.form", game=game, like=table_id),
        share=url_for("seats.share", table_id=table_id),
        film=url_for("film.show", table_id=table_id),
        log=url_for("log.show", table_id=table_id),
        hand=url_for("tables.show_hand", table_id=table_id),
        photo=url_for("photos.show", table_id=table_id),
        piles=url_for("piles.show", table_id=table_id),
        contradiction=url_for("cases.contradiction", table_id=table_id),
        desk=url_for("desk.show", table_id=table_id),
        rulings=url_for("rulings.index", table_id=table_id),
        changes=url_for("requests.ask", table_id=table_id),
        call=url_for("disputes.form", table_id=table_id),
        pause=url_for("disputes.pause", table_id=table_id),
        rules=url_for("rules.show", game=game, table=table_id),
        guide=url_for("learn.entering", game=game, back=url_for("tables.show", table_id=table_id)),
    )


class TablePage(Struct, frozen=True):
    """Facts of a table for all its pages, and the rights of the viewer.

    `mine` are the seats that this device enters for; `enters_all`: also what is about no single seat. `takes` are the
    types of event that the table knows. `circle_id`: it was given to that one. `from_file` tells how much came from a
    file, where something did. `op` is the key of the next entry. `stage`, `may`, `elsewhere` and `mark` are only told
    where the board is shown: what the table is at, what the menu offers, who enters what is due where that is another
    device, and what only who sees this event knows.
    """

    game: str
    game_name: str
    title: str
    table_id: int
    seq: int
    op: str
    devices: int
    viewer: Viewer
    referees: list[str]
    paused: bool
    held: bool
    names: tuple[str, ...]
    options: Any
    book: str
    entry: str
    choices: Mapping[str, str]
    takes: Collection[str]
    mine: frozenset[int]
    enters_all: bool
    urls: TableLinks
    first_dealer: int | None
    successor: str | None
    circle_id: int | None
    secret_seats: frozenset[int]
    from_file: str | None
    stage: str = ""
    may: str = ""
    elsewhere: str = ""
    mark: str = ""


def page_of(now: Snapshot, viewer: Viewer, before: TablePage | None = None) -> TablePage:
    """Returns the facts of a table for all its pages, with the rights of this viewer.

    `before`: what it was told in the same language of a snapshot that differs in its log alone.
    """
    seq, op, secret = now.fold.seq, secrets.token_hex(8), secret_seats(now.fold) - {viewer.seat}
    mine = entry_rights.seats_of(now, viewer) if viewer.may_enter else frozenset()
    if before is not None:
        return structs.replace(before, seq=seq, op=op, mine=mine, secret_seats=secret)
    table, successor = now.table, now.table.successor_id
    return TablePage(
        game=table.game,
        game_name=game_name(table.game),
        title=table.title,
        table_id=table.id,
        seq=seq,
        op=op,
        devices=services().hub.devices(table.id),
        viewer=viewer,
        referees=now.people.referees,
        paused=now.desk.paused,
        held=now.desk.held,
        names=tuple(table.players),
        options=now.fold.state.options,
        book=table.book,
        entry=table.entry,
        choices=table.choices,
        takes=now.fold.events.keys(),
        enters_all=viewer.may_enter and entry_rights.enters_all(now, viewer),
        urls=links(table.id, table.game, request.script_root),
        first_dealer=table.first_dealer,
        successor=url_for("tables.show", table_id=successor) if successor else None,
        circle_id=table.circle_id,
        from_file=notice(now.desk),
        secret_seats=secret,
        mine=mine,
    )


def may_declare(view: TableView) -> bool:
    """Tells whether a player may enter the own hand now: once no more cards are passed."""
    return view.phase in ("meld", "play") and not view.hand.by_tricks


def key_of_form() -> Key | None:
    try:
        return form_key()
    except NotAnEvent:
        return None


def form_key() -> Key:
    """Returns the key of this request, with a digest of its address and fields. Raises `NotAnEvent` without one."""
    sent = this_request()

    def asked() -> str:
        named = [(f"?{name}", value) for name, value in sent.args.items(multi=True) if name not in NOT_ASKED]
        files = [(f"{name} file", file.filename or "") for name, file in sent.files.items(multi=True)]
        return form_digest(sent.path, [*sent.form.items(multi=True), *named, *files], STAMPS | NOT_ASKED)

    return Key(op_in(sent.form), asked)


class TableEntry(NamedTuple):
    """A table of the list: `line` has the player to act or the winner, `where` the hand."""

    table: Table
    line: str
    where: str
    over: bool


def table_entries(tables: Iterable[Table]) -> list[TableEntry]:
    """Returns the list for these tables, in the same order, but those that are over behind the others."""
    return sorted(map(table_entry, tables), key=lambda entry: entry.over)


def table_entry(table: Table) -> TableEntry:
    if not is_offered(table.game):
        return TableEntry(table, _("Not offered here now"), "", over=False)
    fold = services().tables.at(table.id).fold
    # As a viewer without rights sees it: the list shows nothing that is hidden in a hand.
    view: TableView = fold.game.view(fold.state, rules.Observer())
    cards.set_deck(table.choices)
    line = plain_turn(table.game, view, table.players)
    return TableEntry(table, line, hand_of(table.game, view.hand), view.phase == "over")
