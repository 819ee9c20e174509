"""Decisions of people at a table: disputes, corrections, rulings, what was proven then, adjustments; their effects."""

import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Adjust, Event, Play, Ruling, VoidHand
from rules_core.findings import Infraction, Observer
from rules_core.replay import Fold, Node
from webapp.games.common import entries
from webapp.games.common.call_reasons import reason_said
from webapp.games.common.names import hand_number, looked_at, void_was
from webapp.games.common.proofs import case_of, proof_text, proof_title
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_QUOTE, PAST_PROOFS_KEPT
from webapp.http.newest import keep_newest
from webapp.http.steps import in_steps
from webapp.pages.entry_location import entry_at, placed, trick_of, trick_said
from webapp.services import services
from webapp.store.log import LoggedEvent
from webapp.table.desk import Dispute, Remedy
from webapp.table.folded_log import is_over
from webapp.table.lines.matters import Reopened, reopenings
from webapp.table.penalties import Penalty, entries_of_penalties
from webapp.table.permissions import has_referee
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.item import Appeal, Item, LogTold, Totals, seen
from webapp.telling.log_lines import LogLine
from webapp.words.cases import OTHER, appeals_said, asked, reopened, rule_of, ruled, signature
from webapp.words.phrases import ENTRY_TAKEN_BACK, with_full_stop


class Banner(NamedTuple):
    """The line of a table with an open dispute: its first words, its other words, and its address."""

    title: str
    text: str
    url: str


def meanwhile_said(now: Snapshot) -> str:
    """Returns what the table does while a matter waits."""
    if now.desk.paused:
        return _("Play pauses.")
    return _("The match is over.") if is_over(now.fold) else _("Play goes on.")


def banner(now: Snapshot) -> Banner | None:
    """Returns the notice on all phones about open disputes. It names no card."""
    waiting, table_id = now.desk.open, now.table.id
    if not waiting:
        held = _("The referee has paused play")
        return Banner(held, "", url_for("desk.show", table_id=table_id)) if now.desk.held else None
    meanwhile = meanwhile_said(now)
    if len(waiting) > 1:
        title = ngettext("%(num)s ruling is asked for", "%(num)s rulings are asked for", len(waiting))
        return Banner(title, meanwhile, url_for("desk.show", table_id=table_id))
    dispute = waiting[0]
    url = url_for("cases.dispute", table_id=table_id, number=dispute.number)
    return Banner(_looked_at(now, dispute), f"{with_full_stop(title_of(now, dispute))} {meanwhile}", url)


def title_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns the subject in a few words: the reason from the list, else the beginning of the typed text."""
    if dispute.appeals is not None:
        # The appellant, and the author of the ruling.
        node = entry_at(now, dispute.appeals)
        by = node.event.by if node is not None and isinstance(node.event, Ruling) else None
        return appeals_said(dispute.by, by if isinstance(by, str) else "")
    if dispute.why != OTHER or not dispute.text:
        return reason_said(now.table.game, dispute.why)
    if len(dispute.text) <= LONGEST_QUOTE:
        return dispute.text
    return f"{dispute.text[:LONGEST_QUOTE].rsplit(' ', 1)[0].rstrip('.,;: ')}…"


def outcome_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns the outcome of a call or an appeal."""
    if dispute.is_open or dispute.withdrawn:
        return _("open") if dispute.is_open else _("withdrawn")
    if dispute.appeals is None:
        return _("ruled")
    changed = any(isinstance(one.says, Reopened) and one.says.appeal == dispute.number for one in now.desk.lines)
    return _("changed") if changed else _("upheld")


def quote_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns the own words, where the title does not say them all."""
    return "" if dispute.text == title_of(now, dispute) else dispute.text


def about(now: Snapshot, viewer: Viewer, dispute: Dispute, *, hand: bool = True) -> Markup | str:
    """Returns the subject of a dispute, as far as this viewer may see it: an entry, a hand, or the match.

    Where the reader knows the hand, of a hand nothing or its trick.
    """
    if dispute.hand is not None:
        return trick_said(now.table.game, dispute.hand if hand else 0, dispute.trick or 0)
    if dispute.about is None:
        return _("The match as a whole")
    node = entry_at(now, dispute.about)
    return _(ENTRY_TAKEN_BACK) if node is None else placed(now, viewer, node)


def about_of_ruling(now: Snapshot, viewer: Viewer, place: int, *, hand: bool = True) -> Markup | str | None:
    """Returns the hand, the trick or the match that was ruled on; None where it was a single entry."""
    dispute = now.desk.of_ruling(place)
    return None if dispute is None or dispute.about is not None else about(now, viewer, dispute, hand=hand)


def _looked_at(now: Snapshot, dispute: Dispute) -> str:
    """Returns in words who calls; of a card that a referee looks at, its trick."""
    if dispute.appeals is not None:
        return _("Appeal")
    node = None if dispute.about is None else entry_at(now, dispute.about)
    of_play = trick_of(now, node) if node is not None and isinstance(node.event, Play) else None
    number = dispute.trick or of_play
    if not number or not has_referee(now):
        return asked(dispute.by)
    return looked_at(now.table.game, number)


WITH_ENTRIES = frozenset({Remedy.ADJUSTED, Remedy.VOID, Remedy.TAKEN_BACK})
"""Kinds of rulings that come with an entry of their own, right before them."""
DOES = WITH_ENTRIES | {Remedy.CORRECTED}
"""The same with those that come with an amendment."""


class DecisionsTold(LogTold):
    def corrections(self) -> Iterator[Item]:
        """Yields the corrections by people; hands set aside by the server are none."""
        if not any('"amend"' in line.body for line in self.log):
            return
        for line in in_steps(self.readable.lines):
            if line.changes and not self.is_by_house(line.place, line.device_id):
                yield self.correction(line)

    @cached_property
    def _with_decisions(self) -> frozenset[int | None]:
        """The places of rulings, and of the entries that were made with a ruling or a penalty."""
        own = set(entries_of_penalties(self.now.desk.penalties))
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling):
                own |= {node.index, *({node.index - 1} if node.event.remedy in DOES else ())}
        return frozenset(own)

    def is_alone(self, place: int, targets: Iterable[int]) -> bool:
        """Tells whether the amendment at this place belongs to no ruling or penalty, and took none back."""
        return place not in self._with_decisions and self._with_decisions.isdisjoint(targets)

    def corrected_hands(self) -> Iterator[Item]:
        """Yields amendments of finished hands, except those that belong to a ruling or penalty, or take it back."""
        for place in in_steps([place for place, _device in self.now.log.decisions if place >= self.since]):
            line = self.log[place - self.since]
            raw = json.loads(line.body)
            targets = {change["target"] for change in raw.get("changes", ())}
            if raw["type"] == "amend" and self.is_alone(place, targets) and not self.is_by_house(place, line.device_id):
                hand = bisect_right(self.now.log.public.hand_starts, min(targets))
                yield self._entered(
                    "amend",
                    place,
                    line.made_at,
                    line.device_id,
                    title=_("%(hand)s corrected", hand=hand_number(self.now.table.game, hand)),
                    text=raw.get("reason", ""),
                    by=self.authors.said(line),
                    hand=hand,
                )

    def is_by_house(self, place: int, device_id: int | None) -> bool:
        """Tells whether the house made the entry at this place: it sets declared hands aside."""
        return device_id is None and self.now.desk.source(place) is None

    def rulings(self) -> Iterator[Item]:
        """Yields all rulings, reopened ones included."""
        for node in in_steps(replay.nodes(self.now.fold)):
            if isinstance(node.event, Ruling) and node.index >= self.since:
                yield self.ruling(node)

    def ruling(self, node: Node) -> Item:
        """Returns a ruling with its points, and that it was reopened."""
        now, ruling = self.now, node.event
        assert isinstance(ruling, Ruling)
        line, again = self.log[node.index - self.since], reopenings(now.desk).get(node.index)
        is_kept = again is not None and not again[0].undo and has_effect(node)
        return self._entered(
            "ruling",
            node.index,
            line.made_at,
            line.device_id,
            title=_("Ruling"),
            text=ruled(ruling) or _("Ruled without words."),
            by=signature(ruling),
            about=ruling.event,
            **self._points(points_of(now, node)),
            rule=rule_of(ruling),
            ended="" if again is None else reopened(again[0], is_kept=is_kept),
            ended_at=None if again is None else again[1].made_at,
            is_kept=is_kept,
            appeals=tuple(map(self._appeal, now.desk.appeals_against(node.index))),
        )

    def _appeal(self, appeal: Dispute) -> Appeal:
        """Returns an appeal against a ruling, its reason and outcome, in the decider's words."""
        ends = (entry_at(self.now, place) for place in appeal.rulings)
        found = next((node.event for node in ends if node is not None and isinstance(node.event, Ruling)), None)
        answer = "" if found is None else f"{signature(found)}: {ruled(found)}".rstrip(": ")
        said = appeals_said(appeal.by, "")
        return Appeal(appeal.number, said, appeal.text, appeal.opened_at, outcome_of(self.now, appeal), answer)

    def adjustments(self) -> Iterator[Item]:
        """Yields the adjustments that belong to no ruling or penalty, those that were taken back since among them."""
        standing = {node.index: node.event for node in replay.nodes(self.now.fold) if isinstance(node.event, Adjust)}
        penalties = entries_of_penalties(self.now.desk.penalties)
        for line, raw in self._unruled("adjust", Remedy.ADJUSTED):
            if line.seq - 1 not in penalties:
                stands = standing.get(line.seq - 1)
                told = {"title": _("Adjusted"), "text": stands.reason if stands else raw["reason"]}
                points = self._points(stands.points if stands else raw["points"])
                yield self._decided(line, "adjust", stands=stands is not None, **told, **points)

    def voided(self) -> Iterator[Item]:
        """Yields the hands that were void without a ruling, those that count again since among them."""
        standing = {node.index for node in replay.nodes(self.now.fold)}
        for line, raw in self._unruled("void-hand", Remedy.VOID):
            hand = self.readable.lines[line.seq - 1].hand
            told = {"title": void_was(self.now.table.game, hand), "text": raw.get("reason", ""), "hand": hand}
            yield self._decided(line, "void-hand", stands=line.seq - 1 in standing, **told)

    def _unruled(self, kind: str, remedy: Remedy) -> Iterator[tuple[LoggedEvent, dict[str, Any]]]:
        """Yields the entries of this kind that no ruling with this remedy follows."""
        raws = [json.loads(line.body) for line in in_steps(self.log)]
        for line, raw, then in in_steps(zip(self.log, raws, [*raws, {}][1:], strict=True)):
            if raw["type"] == kind and then.get("remedy") != remedy:
                yield line, raw

    def _decided(self, line: LoggedEvent, kind: str, *, stands: bool, **more: Any) -> Item:
        more |= {"by": self.authors.said(line), "ended": "" if stands else _("taken back")}
        return self._entered(kind, line.seq - 1, line.made_at, line.device_id, **more)

    def effect(self, item: Item) -> Totals | None:
        """Returns the totals before and after a decision, None where it changed none."""
        match item:
            case Item(kind="penalty", of=Penalty(entry=int() as place)):
                return _totals(self.readable.lines[place])
            case Item(kind="ruling", place=place) if self._remedy(place) in WITH_ENTRIES:
                return _totals(self.readable.lines[place - 1])
            case Item(kind="adjust" | "amend" | "void-hand", place=place):
                return _totals(self.readable.lines[place])
        return None

    def _remedy(self, place: int) -> object:
        return json.loads(self.log[place - self.since].body).get("remedy")


def _totals(line: LogLine) -> Totals | None:
    """The totals before and after a line as everybody may see them, None where it changed none."""
    before, after = (seen(fold) for fold in (line.then, line.after))
    return None if before == after else (before, after)


# Points of a ruling


def made_with(node: Node) -> Node | None:
    """Returns the entry that was made together with a ruling."""
    done = node.before
    return done if done is not None and done.index == node.index - 1 else None


def has_effect(node: Node) -> bool:
    """Tells whether what was changed together with this ruling stands."""
    ruling, done = node.event, made_with(node)
    if not isinstance(ruling, Ruling) or ruling.remedy not in WITH_ENTRIES:
        return False
    return ruling.remedy == Remedy.TAKEN_BACK or (done is not None and isinstance(done.event, Adjust | VoidHand))


def adjusted_by(node: Node) -> tuple[int, ...] | None:
    """Returns the points that were added together with this ruling, None where it adjusted nothing."""
    done, ruling = made_with(node), node.event
    event: Event | None = done.event if done is not None else None
    together = isinstance(ruling, Ruling) and ruling.remedy == Remedy.ADJUSTED
    return event.points if together and isinstance(event, Adjust) else None


def points_of_penalty(now: Snapshot, penalty: Penalty) -> tuple[int, ...]:
    """Returns the points of a penalty as they stand, corrected or none; as they stood when it was lifted."""
    if penalty.lifted is not None:
        return penalty.lifted.points
    if penalty.entry is None:
        return penalty.points
    node = entry_at(now, penalty.entry)
    return node.event.points if node is not None and isinstance(node.event, Adjust) else ()


def points_of(now: Snapshot, node: Node) -> tuple[int, ...] | None:
    """Returns the points of a ruling, also of one that was reopened and whose points were taken back."""
    standing = adjusted_by(node)
    if standing is not None:
        return standing
    again = reopenings(now.desk).get(node.index)
    return tuple(-each for each in again[0].points) or None if again is not None else None


@dataclass(frozen=True)
class PastProof:
    """A breach proven at an earlier time; `cards` are the one played and the one that showed."""

    fold: Fold
    found: Infraction

    @property
    def title(self) -> str:
        """Returns *Jonas had a heart in trick 3*."""
        return proof_title(self.fold, self.found, self.fold.header.players)

    @property
    def text(self) -> str:
        """The play, and the card that proved the breach."""
        names = self.fold.header.players
        played = (node.event for node in replay.nodes_at(self.fold, {self.found.event}))
        card = next(entries.spoken(event, list(names)) for event in played if isinstance(event, Play))
        return f"{card}. {proof_text(case_of(self.fold, self.found), names)}"

    @property
    def said(self) -> str:
        """Returns the same in one sentence, without its rule."""
        text = str(proof_text(case_of(self.fold, self.found), self.fold.header.players))
        return text.removesuffix(f" ({self.found.rule})")

    @property
    def cards(self) -> tuple[str, ...]:
        """Returns both cards as a record writes them; one alone where the player said that it really happened."""
        case = case_of(self.fold, self.found)
        return (case.played,) if case.shown is None else (case.played, case.shown)


class PastProofs:
    """Cache of the breaches proven when rulings were made. A log only grows, so they stay the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[int, int], PastProof | None] = OrderedDict()

    def of(self, now: Snapshot, place: int) -> PastProof | None:
        """Returns the breach proven by the play that the ruling at this place of the log is about, if any."""
        key = now.table.id, place
        with self._lock:
            if key in self._known:
                return self._known[key]
        found = _proven_then(now, place)
        with self._lock:
            keep_newest(self._known, key, found, PAST_PROOFS_KEPT)
        return found


def past_proof(now: Snapshot, place: int) -> PastProof | None:
    """Returns the public proof when the ruling at this place of the log was made."""
    return services().part(PastProofs).of(now, place)


def _proven_then(now: Snapshot, place: int) -> PastProof | None:
    log = [json.loads(line.body) for line in services().store.events(now.table.id)[: place + 1]]
    if not log or log[-1]["type"] != Ruling.__struct_config__.tag:
        return None
    about = log.pop()["event"]
    if log and log[-1]["type"] == "amend":  # made together with the ruling: the entries it took out stood before it
        log.pop()
    fold = replay.replay(now.fold.header, log).fold
    proven = fold.game.view(fold.state, Observer()).infractions
    found = next((one for one in proven if one.event == about), None)
    return None if found is None else PastProof(fold, found)
