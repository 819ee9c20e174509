"""A circle whose player stands wherever a name can stand, and where the name stands in a database."""

import zlib
from collections.abc import Iterator
from contextlib import suppress

from sqlalchemy import JSON, LargeBinary, String, select

from tests.databases import changing
from tests.web.support.circle_tables import Tables
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.store.backups.copies import read_snapshot
from webapp.store.circle_models import CircleArrival, CircleMeeting, CircleNote, CirclePost, CircleSeason, MeetingAnswer
from webapp.store.models import Grant, Row, Table, TaughtPack, utc_now
from webapp.store.name_keys import name_key
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

NAME, OTHER_NAME = "Zebedée", "zebedeus"
FRAGMENT = "zebed"
OF_PLAYERS = {
    ("circle_players", "name"),
    ("circle_players", "key"),
    ("devices", "names"),
    ("circle_arrivals", "body"),
} | {("taught_packs", "name")}
"""Columns of names that are no place of a circle, table or evening; what is being brought in goes whole."""
NAMELESS = {
    "case_photos": "cards case_code doubtful op photo",
    "circle_arrivals": "digits",
    "circle_forgettings": "evenings names tables",
    "circle_joins": "moved",
    "circle_matches": "game players summary",
    "circle_meetings": "game op uid",
    "circle_merges": "led",
    "circle_posts": "op photo",
    "circle_ratings": "game",
    "circle_ratings_due": "game",
    "circle_seasons": "game op",
    "circles": "op",
    "desk_lines": "kind link",
    "devices": "token_hash",
    "evening_lines": "kind",
    "evenings": "op",
    "events": "link",
    "grants": "role",
    "house": "key",
    "invites": "code role token",
    "meeting_answers": "says",
    "openings": "who",
    "presence": "devices worker",
    "requests": "role word",
    "taught_packs": "lessons ranks suits",
    "tables": "book choices desk_head door entry game log_head op options seats",
    "tries": "who",
    "used_keys": "answer key question who",
}
"""Columns of texts that hold codes, keys and numbers, but nothing that people have typed, or for a moment alone."""


def text_columns() -> Iterator[tuple[str, str]]:
    for table in Row.metadata.sorted_tables:
        for column in table.c:
            kind = getattr(column.type, "impl", column.type)
            if isinstance(kind, JSON | String | LargeBinary):
                yield table.name, column.name


def named(site: Site) -> set[tuple[str, str]]:
    """Returns the columns in which the name stands somewhere."""
    with read_snapshot(site.store.url) as connection:
        return {
            (table, column)
            for table, column in text_columns()
            for (found,) in connection.execute(select(Row.metadata.tables[table].c[column]))
            if FRAGMENT in _said(found).lower()
        }


def _said(found: object) -> str:
    """Returns what stands in a column, unpacked."""
    if isinstance(found, bytes):
        with suppress(zlib.error):
            found = zlib.decompress(found)
    return found.decode(errors="replace") if isinstance(found, bytes) else str(found)


class NameEverywhere(Tables):
    """A circle whose player Zebedée stands wherever a name can stand."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.fill()

    def fill(self) -> None:
        store, host = self.site.store, self.site.device(self.host)
        self.circle = store.open_circle(f"{NAME}s Tuesdays", device_id=host)
        self.hall, self.at_evening = self.evening()
        self.first = self.told(self.play(self.open("Ann", NAME), 0))
        self.second = self.play(self.open(OTHER_NAME, "Ben"), 0)
        players = {player.name: number for number, player in store.circle_players(self.circle.id).items()}
        self.player = players[NAME]
        assert self.site.store.merge_players(self.circle.id, players[OTHER_NAME], self.player)
        store.remember_names(host, [NAME, "Ann"])
        with changing(store) as session:
            post = {"table_id": self.first.id, "circle_id": self.circle.id, "device_id": host}
            session.add(CirclePost(**post, text=f"Ask {NAME}"))
            arrival = {"circle_id": self.circle.id, "digits": "d", "device_id": host}
            session.add(CircleArrival(**arrival, body=zlib.compress(NAME.encode())))
            session.add(CircleNote(table_id=self.first.id, circle_id=self.circle.id, text=f"{NAME.upper()}’s best"))
            pack = {"ranks": "AK", "suits": "C", "traits": b"l"}
            session.add(TaughtPack(device_id=host, name=f"{NAME}s pack", **pack))
            season = {"name": f"The year of {NAME}", "game": "", "first_day": utc_now().date(), "best": 3}
            session.add(CircleSeason(circle_id=self.circle.id, **season))
            at, by = {"circle_id": self.circle.id}, {"uid": "u", "game": "", "starts_at": utc_now()}
            meeting = CircleMeeting(**at, **by, place=f"At {NAME}s", word=f"{NAME} cooks")
            session.add(meeting)
            session.flush()
            says = {"meeting_id": meeting.id, "device_id": host, "says": "yes", **at}
            session.add(MeetingAnswer(**says, name=NAME, key=name_key(NAME), guests=[]))
            session.add(MeetingAnswer(**says, name="Ann", key="ann", guests=[NAME]))
            session.add(Grant(evening_id=self.hall.id, device_id=host, role=Role.REFEREE, name=NAME, until=utc_now()))

    def evening(self) -> tuple[Hall, Table]:
        plan = Plan(Kind.TOURNAMENT, game="sechsundsechzig", options={"target": 1}, sizes=(2,))
        hall = Hall(
            self.site.app.extensions["sixfold"], plan, names=("Ann", NAME), organiser=self.site.device(self.host)
        )
        hall.seat((1, 2))
        hall.start()
        table_id = hall.table(1)
        for op, event in enumerate(({"type": "deal"}, {"type": "tally", "points": [1, 0]})):
            self.site.make(table_id, Viewer(device_id=self.site.device(self.host), role=Role.HOST), event, op=f"e{op}")
        hall.add(kinds.Confirmed(1, 1, (1, 0)))
        hall.add(kinds.Announced(f"Well done, {NAME.upper()}", "Ann"))
        hall.add(kinds.Ended(1))
        hall.add(kinds.Closed())
        self.site.circle_tables.give(table_id, self.circle.id)
        table = self.site.store.table(table_id)
        assert table is not None
        with changing(self.site.store) as session:
            session.connection().exec_driver_sql(f"UPDATE evenings SET title = '{NAME}'")
            session.connection().exec_driver_sql(f"UPDATE evening_lines SET op = '1:{NAME}' WHERE kind = 'announced'")
        return hall, table

    def told(self, table: Table) -> Table:
        """What is typed at a table names the player."""
        site = self.site
        who = Viewer(device_id=site.device(self.host), role=Role.HOST, seat=0)
        site.tables.add(table.id, who, line_of("dispute", {"why": "other", "text": f"{NAME}s card", "by": "Ann"}))
        asks = {"by": NAME, "entries": [{"type": "adjust", "points": [0, 1], "reason": NAME}], "why": "beer"}
        site.tables.add(table.id, who, line_of("requested", asks))
        adjust = {"type": "adjust", "points": [0, 1], "reason": f"for {NAME}’s beer"}
        assert isinstance(site.make(table.id, who, adjust, op=f"api:{NAME}"), Made)
        amend = {"type": "amend", "changes": [{"target": 2, "with": [{**adjust, "reason": NAME}]}], "reason": NAME}
        assert isinstance(site.make(table.id, who, amend, op="amend"), Made)
        outside = site.device(site.referee(table, NAME))  # no phone of the circle
        with changing(site.store) as session:
            session.get_one(Table, table.id).title = f"With {NAME}"
            session.add(TaughtPack(device_id=outside, name=f"Cards of {NAME}", ranks="AK", suits="C", traits=b"l"))
        return table
