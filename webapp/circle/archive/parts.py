"""Parts of a circle's file; each part is written, checked and imported by one class."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

import msgspec

from webapp.circle.acts import season_faults
from webapp.circle.archive.format import (
    Invitations,
    TakenCircle,
    TakenMatch,
    TakenPlayer,
    TakenPosts,
    TakenResult,
    TakenSeason,
)
from webapp.circle.archive.posts import Posts
from webapp.circle.forgetting import TextRemover
from webapp.circle.results import is_result, new_result
from webapp.circle.tables import CircleTables
from webapp.history.archive.format import ArchivedTable, canonical
from webapp.history.archive.writer import archived_table
from webapp.history.records.download import Copy
from webapp.history.records.uploaded import Taken, note_of
from webapp.http.limits import MOST_SEASONS
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store.archives import BroughtPlayer, KnownTable
from webapp.store.circle_models import CircleMatch, CirclePlayer, CircleSeason
from webapp.store.name_keys import name_key
from webapp.table.folded_log import is_over
from webapp.table.lines.people import FormerResult
from webapp.table.player_names import fault_of, is_title

Arrived = tuple[TakenMatch, Taken]


class People:
    """Players, with all names; a forgotten one has only a number."""

    @staticmethod
    def export(circle_id: int) -> tuple[TakenPlayer, ...]:
        store = services().store
        found, guests = store.names_of_circle(circle_id), store.guests(circle_id)
        return tuple(TakenPlayer(number, tuple(names), number in guests) for number, names in found.items())

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether the players are valid: each name belongs to one."""
        names = [name for player in found.players for name in player.names]
        distinct = len({name_key(name) for name in names}) == len(names)
        return (
            distinct
            and not any(map(fault_of, names))
            and len({one.number for one in found.players}) == len(found.players)
        )

    @staticmethod
    def wanted(found: TakenCircle, known: "KnownMatches") -> list[BroughtPlayer]:
        """Returns the players to import: those of new matches, and those without any match in the file."""
        new, old = ({number for match, _taken in some for number in match.players} for some in (known.new, known.same))
        new |= {number for one in found.results for number in one.players}
        seats = known.seats
        return [
            BroughtPlayer(one.number, one.names, seats.get(one.number), one.guest)
            for one in found.players
            if one.number in new or (one.names and one.number not in old)
        ]


class Matches:
    """Finished matches, each as the signed record of its table."""

    @staticmethod
    def export(
        circle_id: int, rows: Iterable[CircleMatch], posts: Mapping[int, TakenPosts]
    ) -> Iterator[tuple[TakenMatch, bytes]]:
        """Yields these matches with their records, without those that no record tells."""
        store = services().store
        own = store.own_tables(circle_id)
        players, titles, notes = (
            store.circle_players(circle_id),
            store.circle_titles(circle_id),
            store.circle_notes(circle_id),
        )
        for row in rows:
            table = store.table(row.table_id)
            made = None if table is None else archived_table(table, partial(_without, row=row, players=players))
            if made is not None and b'"events":[]' not in made[1]:
                named, data = made
                named = ArchivedTable(named.table, 1, named.file, named.fingerprint)
                title, note = titles.get(row.table_id, ""), notes.get(row.table_id, "")
                put = posts.get(row.table_id, ())
                from_file = row.from_file and row.table_id not in own
                yield TakenMatch(named, tuple(row.players), title, note, from_file, put, _stopped(row)), data

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether all people of the matches are players, and no match occurs twice."""
        numbers = {player.number for player in found.players}
        tables = [match.table for match in found.matches]
        return len({one.table for one in tables}) == len({one.file for one in tables}) == len(tables) and all(
            numbers.issuperset(match.players) and (not match.title or is_title(match.title)) for match in found.matches
        )

    @staticmethod
    def bring(circle_id: int, device_id: int, arrived: Arrived, here: Mapping[int, int], *, own: bool) -> None:
        """Imports a match. Each step is committed: after a kill the same match continues.

        `own`: it counts where those from files are left out, if it was played in its circle.
        """
        store, (match, taken) = services().store, arrived
        is_own = (own and not match.from_file) or msgspec.UNSET
        note = msgspec.structs.replace(note_of(taken), own=is_own, result=match.result)
        leads, players = store.leads_of_circle(circle_id), store.circle_players(circle_id)
        numbers = [here[number] for number in match.players]
        names = tuple(
            name if leads.get(name_key(name)) == number else players[number].name
            for name, number in zip(taken.header.players, numbers, strict=True)
        )
        if len(set(names)) < len(names):  # somebody sat twice, by names that the file leads to nobody
            names = taken.header.players
        table = store.open_record(
            msgspec.structs.replace(taken.header, players=names),
            taken.bodies,
            device_id=device_id,
            note=body_of(note)[1],
            times=taken.metadata.moments,
            desk=taken.metadata.lines,
            op=f"circle {circle_id} {taken.digits}",
            circle_id=circle_id,
            title=match.title,
        )
        # No name says who was forgotten.
        known = [number if players[number].forgotten_at is not None else None for number in numbers]
        services().part(CircleTables).keep(circle_id, table.id, known)
        write_note(circle_id, table.id, match.note)


def _stopped(row: CircleMatch) -> FormerResult | msgspec.UnsetType:
    """Returns what counts of a match that was stopped before its end, UNSET for one that its entries ended."""
    if is_over(services().tables.at(row.table_id).fold):
        return msgspec.UNSET
    return _result_of(row)


def _result_of(row: CircleMatch) -> FormerResult:
    return FormerResult(row.ended_at.isoformat(), tuple(row.summary["scores"]), tuple(row.summary["places"]))


class Seasons:
    """Seasons, whose standings follow from the matches."""

    @staticmethod
    def export(circle_id: int) -> tuple[TakenSeason, ...]:
        found = services().store.circle_seasons(circle_id)[::-1]
        return tuple(TakenSeason(one.name, one.game, one.first_day, one.last_day, one.best) for one in found)

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether a circle could have these seasons."""
        return not any(season_faults(msgspec.structs.asdict(one), one.game) for one in found.seasons)

    @staticmethod
    def bring(circle_id: int, found: TakenCircle) -> int:
        """Makes the seasons that the circle does not have yet, as many as it may have. Returns how many."""
        store = services().store
        there = {_named(one) for one in store.circle_seasons(circle_id)}
        new = [one for one in found.seasons if _named(one) not in there][: max(0, MOST_SEASONS - len(there))]
        for one in new:
            store.make_season(circle_id, msgspec.structs.asdict(one), op=f"circle {circle_id} {_named(one)}")
        return len(new)


class Results:
    """Results that came without entries, each once by its fingerprint: from lines of a file, or typed at an evening."""

    @staticmethod
    def export(circle_id: int, posts: Mapping[int, TakenPosts]) -> tuple[TakenResult, ...]:
        notes, found = services().store.circle_notes(circle_id), list[TakenResult]()
        for row, told, digits in Results._here(circle_id):
            players, said = tuple(row.players), (notes.get(row.table_id, ""), posts.get(row.table_id, ()))
            found.append(TakenResult(row.game, players, told, digits, *said))
        return tuple(found)

    @staticmethod
    def _here(circle_id: int) -> Iterator[tuple[CircleMatch, FormerResult, str]]:
        """Yields the circle's matches without entries, each with what is told of it and its fingerprint."""
        store, opened = services().store, services().store.results_of_circle(circle_id)
        for table_id in sorted(table_id for table_id, length in store.lengths_of_matches(circle_id) if not length):
            row, table, told = store.circle_match(circle_id, table_id), store.table(table_id), opened.get(table_id)
            if row is None or table is None:
                continue
            if told is not None:
                yield row, msgspec.convert(told["result"], FormerResult), told["fingerprint"]
            else:
                # It stays the same where the organiser corrects the result.
                which = canonical({"table": table_id, "at": table.created_at.isoformat()})
                yield row, _result_of(row), hashlib.sha256(which).hexdigest()

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether a circle could have these results."""
        numbers = {player.number for player in found.players}
        return all(
            numbers.issuperset(one.players)
            and is_result(one.game, len(one.players), one.told)
            and len(set(one.players)) == len(one.players)
            for one in found.results
        )

    @staticmethod
    def bring(circle_id: int, device_id: int, found: TakenCircle, here: Mapping[int, int]) -> tuple[int, int]:
        """Brings in those that the circle does not have yet. Returns how many came, and how many were there."""
        store = services().store
        players, known = store.circle_players(circle_id), {it.fingerprint for it in store.known_tables(circle_id)}
        typed = {digits: row.table_id for row, _told, digits in Results._here(circle_id)}
        known |= typed.keys()
        wanted = [one for one in found.results if one.fingerprint not in known and {*one.players} <= here.keys()]
        services().part(CircleTables).bring_results(
            circle_id,
            [
                new_result(circle_id, one.game, [players[here[n]].name for n in one.players], one.fingerprint, one.told)
                for one in wanted
            ],
            device_id,
        )
        tables = typed | {it.fingerprint: it.table_id for it in store.known_tables(circle_id)}
        for one in found.results:
            write_note(circle_id, tables.get(one.fingerprint, 0), one.note)
        return len(wanted), sum(one.fingerprint in known for one in found.results)


PARTS = (People, Matches, Seasons, Results, Posts, Invitations)


class KnownMatches:
    """The matches of the file that the circle has already.

    It has one where a table was opened from the same file, or where the same people entered the same first line in the
    same second.
    """

    def __init__(self, tables: Sequence[KnownTable], leads: Mapping[str, int], arrived: Sequence[Arrived]) -> None:
        """`leads` are the players of the circle by the keys of their names."""
        self._leads = leads
        self._files = {table.fingerprint: table for table in tables if table.fingerprint}
        self._begun: dict[tuple[str, datetime], list[KnownTable]] = {}
        for table in tables:
            if table.began_at is not None:
                self._begun.setdefault((table.game, table.began_at.replace(microsecond=0)), []).append(table)
        self.same, self.new = list[Arrived](), list[Arrived]()
        self._pairs: list[tuple[TakenMatch, KnownTable]] = []
        for one in arrived:
            found = self._table(one[1])
            (self.new if found is None else self.same).append(one)
            if found is not None and found.players:
                self._pairs.append((one[0], found))

    @property
    def notes(self) -> list[tuple[int, str]]:
        """The file's notes on known matches, by table."""
        return [(table_id, match.note) for table_id, match in self.tables if match.note]

    @property
    def tables(self) -> list[tuple[int, TakenMatch]]:
        return [(table.table_id, match) for match, table in self._pairs]

    @property
    def seats(self) -> dict[int, int]:
        """The circle's players for those of the file who sat at a known match."""
        return {
            number: player
            for match, table in self._pairs
            for number, player in zip(match.players, table.players, strict=True)
        }

    def _table(self, taken: Taken) -> KnownTable | None:
        if (found := self._files.get(taken.digits)) is not None:
            return found
        first = next(iter(taken.metadata.moments), None)
        if first is None or not taken.bodies:
            return None
        begun = self._begun.get((taken.header.game, first), ())
        return next((table for table in begun if self._is_same(table, taken)), None)

    def _is_same(self, table: KnownTable, taken: Taken) -> bool:
        if len(table.names) != len(taken.header.players) or json.loads(table.first) != json.loads(taken.bodies[0]):
            return False
        pairs = list(zip(table.names, taken.header.players, strict=True))
        named = [pair for pair in pairs if "#" not in (pair[0][:1], pair[1][:1])]  # a forgotten player may be anybody
        return bool(named or table.names == list(taken.header.players)) and all(self._is_one(*pair) for pair in named)

    def _is_one(self, name: str, other: str) -> bool:
        keys = name_key(name), name_key(other)
        return keys[0] == keys[1] or (keys[0] in self._leads and self._leads[keys[0]] == self._leads.get(keys[1]))


def write_note(circle_id: int, table_id: int, text: str) -> None:
    """Imports the note of a match where it has none here."""
    with suppress(LookupError):  # it does not count here, or not any more
        if text:
            services().store.write_note(circle_id, table_id, text, before="")


def _without(copy: Copy, row: CircleMatch, players: Mapping[int, CirclePlayer]) -> Copy:
    """Returns a record without the names of forgotten players, which a table of others keeps.

    Who sat there by two names is called by two: no record has a name twice.
    """
    names = list[str]()
    for seat, (name, number) in enumerate(zip(copy.header.players, row.players, strict=True), 1):
        one = players.get(number)
        called = name if one is None or one.forgotten_at is None else one.name
        names.append(f"{called} ({seat})" if called in names else called)
    gone = {name: called for name, called in zip(copy.header.players, names, strict=True) if name != called}
    if not gone:
        return copy
    remover = TextRemover(gone, [name for name in copy.header.players if name not in gone])
    events = [json.loads(remover.event(json.dumps(event))) for event in copy.events]
    times = {"times": copy.metadata["times"]} if "times" in copy.metadata else {}
    return replace(
        copy, header=msgspec.structs.replace(copy.header, players=tuple(names)), events=events, metadata=times
    )


def _named(one: TakenSeason | CircleSeason) -> tuple[str, str, str]:
    return one.name, one.game, one.first_day.isoformat()
