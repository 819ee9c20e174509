"""Reads an uploaded record: checks and folds it, in the process that reads files. Words are in its language."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import to_builtins

from rules_core import record, replay
from rules_core.findings import Malformed, Observer, Refusal
from rules_core.record import Header, Record
from rules_core.replay import Fold, Raw
from rules_core.result import error
from webapp.games.common import refusals
from webapp.games.common.names import counted, game_name, plain_turn, stage
from webapp.games.common.proofs import proof_title
from webapp.games.common.scoring import won
from webapp.games.registry import is_offered, look_of
from webapp.history.records.download import fingerprint_of
from webapp.history.records.metadata import Metadata, read_metadata
from webapp.history.records.protocol import audits
from webapp.history.records.uploaded import LookedAt, NotARecord, Outcome, StoppedAt, Taken
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import ngettext
from webapp.http.limits import (
    LARGEST_EVENT,
    LARGEST_UNKNOWN_UPLOAD,
    LONGEST_SHOWN_EVENT,
    MOST_PROOFS_SHOWN,
    MOST_UNKNOWN_EVENTS,
    MOST_UNKNOWN_REFOLDED,
    MOST_UPLOADED_EVENTS,
    MOST_UPLOADED_REFOLDED,
)
from webapp.table.entry import entry_of, stored
from webapp.table.player_names import Fault, faults_of, is_readable, tidy, twin_of
from webapp.table.secret_hands import hands_in_log, withdrawal
from webapp.words.cases import contradiction_title
from webapp.words.invite_words import fault_said
from webapp.words.phrases import shortened
from webapp.words.record_faults import problem_said
from webapp.words.turn import side_names

BOM = "\ufeff".encode()


@dataclass(frozen=True)
class Upload:
    """A record that folds to its end.

    `withdrawals` take declared hands out of judgement. Such a hand is the secret of the phone that entered it, and
    that phone is not here: nobody is judged against it, and a player who sits down there may not read it.
    """

    header: Header
    events: Sequence[Raw]
    fold: Fold
    withdrawals: Sequence[Raw] = ()
    metadata: Metadata = field(default_factory=Metadata)

    @property
    def data(self) -> bytes:
        """The canonical bytes of the record as it was sent, without its signature."""
        return record.write(self.header, self.events, self.metadata.covered)

    @property
    def text(self) -> str:
        """The record as it was sent, with its signature, to be sent once more."""
        below = self.metadata.signed
        kept = self.metadata.covered | ({"signed": to_builtins(below)} if below else {})
        return record.write(self.header, self.events, kept).decode()

    @property
    def withdrawn(self) -> list[int]:
        """The seats whose declared hands are withdrawn when the table is opened."""
        return sorted(hands_in_log(self.fold))

    @property
    def bodies(self) -> list[str]:
        """The log of the table to be opened."""
        return [entry_of(self.fold, raw).stored for raw in (*self.events, *self.withdrawals)]


class Stopped(Exception):
    """The rules refuse an event of the record: its place, its JSON, and the refusal."""

    def __init__(self, found: Record, place: int, refusal: Refusal) -> None:
        super().__init__(f"event {place}: {refusal.code}")
        self.game, self.names, self.of = found.game, found.players, len(found.events)
        self.place, self.event, self.refusal = place, found.events[place], refusal


def _read(sent: bytes, *, is_known: bool) -> Upload:
    """Returns the record in these bytes. Raises `Malformed` or `Stopped`; nothing is stored.

    `is_known`: the device that sent it has a table, an evening or a circle here.
    """
    if not is_known and len(sent) > LARGEST_UNKNOWN_UPLOAD:
        raise Malformed(f"longer than the {LARGEST_UNKNOWN_UPLOAD} bytes of a stranger's record", "long-unknown")
    said = record.read_json(sent.removeprefix(BOM))
    found = record.record_of(said)
    _check(found)
    most = MOST_UPLOADED_EVENTS if is_known else MOST_UNKNOWN_EVENTS
    _check_number(found.events, most)
    fold = _folded(found, MOST_UPLOADED_REFOLDED if is_known else MOST_UNKNOWN_REFOLDED)
    metadata = read_metadata(said, fold)
    withdrawals = tuple(_withdrawals(fold))
    _check_number((*found.events, *withdrawals), most)  # the table's own record is read again
    return Upload(found.header, found.events, fold, withdrawals, metadata)


def _check(found: Record) -> None:
    """Raises `Malformed` for records that no table can have: names no form takes, entries none can send."""
    if not is_offered(found.header.game):
        raise Malformed(f"the game {found.header.game!r} is not offered here", "game", game=found.header.game)
    names = [tidy(name) for name in found.players]
    for seat, fault in enumerate(faults_of(names, agreed=names)):
        if fault is not None and fault is not Fault.EMPTY:
            raise Malformed(f"the name of seat {seat}: {fault.value}", "name", seat=seat)
        # As it stands there, too: it is kept letter by letter, for the fingerprint.
        if not is_readable(found.players[seat]) and fault is None:
            raise Malformed(f"the name of seat {seat}: {Fault.UNREADABLE.value}", "name", seat=seat)
    for place, raw in enumerate(found.events):
        if len(stored(raw)) > LARGEST_EVENT:
            raise Malformed(f"event {place} is longer than {LARGEST_EVENT} characters", "event", place=place)


def _check_number(events: Sequence[Raw], most: int) -> None:
    """Raises `Malformed` for too many events, those inside amendments included; undos are not counted."""
    if (count := sum(record.entries(raw) for raw in events if raw.get("type") != "undo")) > most:
        raise Malformed(f"{count} events, those inside amendments included", "events", most=most)


def _folded(found: Record, refolded: int) -> Fold:
    fold = replay.begin(found.header)
    for place, raw in enumerate(found.events):
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            raise Stopped(found, place, after)
        if after.refolded > refolded:
            raise Malformed(f"amendments fold more than {refolded} events again", "refolded")
        fold = after
    return fold


def _withdrawals(fold: Fold) -> Iterator[Raw]:
    for places in hands_in_log(fold).values():
        raw = withdrawal(fold, places)
        after = replay.step(fold, raw)
        # A log must always fold, so the rules are not asked about a withdrawal.
        if not isinstance(after, Refusal):
            yield raw
            fold = after


def _looked_at(found: Upload) -> LookedAt:
    """Returns the content of the page about a record that folds to its end."""
    game, names, scores = found.header.game, found.header.players, sheet(found.fold)
    winners, sides, write = scores.view.winners, side_names(names, len(scores.totals)), look_of(game).points_said
    return LookedAt(
        game=game,
        game_name=str(game_name(game)),
        players=names,
        counted=str(counted(game, scores.played, scores.planned)),
        stage=str(stage(game, scores.view)),
        over=bool(winners),
        turn=str(plain_turn(game, scores.view, list(names))),
        sides=tuple(
            (name, write(total), won(game, len(winners), name, list(names)) if side in winners else None)
            for side, (name, total) in enumerate(zip(sides, scores.totals, strict=True))
        ),
        proofs=tuple(map(str, _proofs(found))),
        audits=audits(found.fold),
        withdrawn=tuple(names[seat] for seat in found.withdrawn),
        alike=tuple(_alike(names)),
        text=found.text,
    )


def _alike(names: Sequence[str]) -> Iterator[str]:
    for place, name in enumerate(names):
        if (twin := twin_of(names, place)) is not None:
            yield fault_said(Fault.ALIKE, name, twin)


def _proofs(found: Upload) -> list[str]:
    """Returns the public proofs of the cards; a declared hand stays its player's secret."""
    view, names = found.fold.game.view(found.fold.state, Observer()), list(found.header.players)
    said = [contradiction_title(view.contradiction)] if view.contradiction else []
    said += [proof_title(found.fold, one, names) for one in view.infractions[:MOST_PROOFS_SHOWN]]
    more = len(view.infractions) - MOST_PROOFS_SHOWN
    return [*said, ngettext("and %(num)s more", "and %(num)s more", more)] if more > 0 else said


def read_record(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[Outcome]:
    """Yields the result of reading a record, a single one; `opens`: a table is opened with it."""
    yield outcome_of(sent, is_known=is_known, opens=opens)


def outcome_of(sent: bytes, *, is_known: bool, opens: bool) -> Outcome:
    try:
        found = _read(sent, is_known=is_known)
    except Malformed as problem:
        # It may quote half of a surrogate pair, which no page can hold.
        return NotARecord(problem.fault, problem_said(problem).encode("utf-8", "replace").decode())
    except Stopped as stopped:
        return _stopped(stopped)
    header = json.dumps(to_builtins(found.header))  # as text: an option may be wider than 64 bits
    mark = fingerprint_of(found.data, len(found.events))
    if opens:
        fold = found.fold
        totals = None if fold.top is None else tuple(fold.game.view(fold.state, Observer()).totals)
        return Taken(header, mark.events, mark.digits, found.metadata.kept, bodies=tuple(found.bodies), totals=totals)
    return Taken(header, mark.events, mark.digits, found.metadata.kept, page=_looked_at(found))


def _stopped(stopped: Stopped) -> StoppedAt:
    why, text = refusals.refusal_said(stopped.refusal, stopped.names), json.dumps(stopped.event, ensure_ascii=False)
    return StoppedAt(
        place=stopped.place,
        of=stopped.of,
        event=shortened(text, LONGEST_SHOWN_EVENT),
        game=stopped.game,
        title=str(why.title),
        text=str(why.text),
        rule=why.rule,
        found=error(stopped.refusal, None),
    )
