"""Page of a table for one viewer, its live part with what is told on top, drawn once for all; deny by default."""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Any, NamedTuple

from flask import Blueprint, abort, current_app, make_response, render_template, request, url_for
from markupsafe import Markup
from msgspec import structs
from werkzeug.wrappers import Response

from rules_core import findings as rules
from rules_core.tricks import TrickHand, declared_hands
from rules_core.view import TableView, TrickView
from webapp.access.absent import Absent, absent
from webapp.access.authors import device_name
from webapp.access.seats import waiting_devices
from webapp.access.visit import visit_to_enter
from webapp.games.common.first_hand import CHOICE, GUIDED, explained
from webapp.games.common.names import stage, turn
from webapp.games.common.proofs import proof_of_hand
from webapp.games.registry import look_of
from webapp.history.scores.audit import last_audit
from webapp.history.scores.match_end import dealers_again, match_end
from webapp.http.answers import wants_fragment
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import ANSWER_TOLD_FOR, FRAGMENTS_KEPT, VERSIONS_KEPT
from webapp.http.newest import keep_newest
from webapp.live.blocks import TABLE, Blocks, ToldBlocks, clean, place
from webapp.live.forecasts import hand_as_json
from webapp.live.part_cache import drawer, redrawn
from webapp.live.photos.photo_kinds import moment_of, reads_photos
from webapp.live.photos.piles import may_photograph
from webapp.live.surroundings import MeetsAgain, Surroundings, around, meets_again
from webapp.pages.board import Board, common_board, of_viewer
from webapp.pages.entry_location import last_entry
from webapp.pages.table_page import TablePage, may_declare, page_of
from webapp.referee.decisions import Unread, new_decisions, unread
from webapp.referee.desk_page import open_matters
from webapp.referee.request_page import title_of, waiting_title
from webapp.services import Services, services
from webapp.store.roles import Role
from webapp.table import entry_rights
from webapp.table.closed_questions import newest_question
from webapp.table.desk import ruling_on, unsettled
from webapp.table.hand_span import hand_tricks
from webapp.table.permissions import ASKABLE, barred_now
from webapp.table.snapshot import Snapshot, looking, seen_by
from webapp.table.viewer import Viewer
from webapp.telling.decided import Banner, banner
from webapp.words import cards
from webapp.words.cards import deck
from webapp.words.cases import contradiction_title
from webapp.words.entry_kit import put_back, question_said
from webapp.words.rulebook import Cited
from webapp.words.table_choices import entered_by, own_phones
from webapp.words.turn import Turn


class Held(NamedTuple):
    """Cards of a player that the others may not see."""

    name: str
    cards: tuple[str, ...]


def opened_context(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the referee's part of the table: open matters of the desk, and cards closed to players.

    `older` are the complete tricks before the `last` one, the newest first, or what stands for tricks in this game.
    `remembered`: the players have to remember them, so that they, and what the cloth `counts`, are closed to them.
    """
    has_tricks, remembered = isinstance(now.fold.state.hand, TrickHand), now.table.book == "closed"
    tricks = _tricks(now) if has_tricks else now.fold.game.tricks(now.fold.state)[::-1]
    return {
        "matters": open_matters(now, viewer),
        "hands": _hands(now),
        "passed": _passed(now, viewer),
        "last": tricks[0] if tricks and has_tricks else None,
        "older": tricks[1:],
        "has_tricks": has_tricks,
        "remembered": remembered,
        "counts": remembered and _counts(now, viewer),
    }


def _counts(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether the cloth shows this viewer more than the players: points, or counts that they have to remember."""
    seen, told = seen_by(now, viewer), now.fold.game.view(now.fold.state, rules.Observer())
    remembered = look_of(now.table.game).remembered
    if remembered(seen.extra) != remembered(told.extra):
        return True
    return [seat.score for seat in seen.seats] != [seat.score for seat in told.seats]


def _hands(now: Snapshot) -> list[Held]:
    declared = declared_hands(now.fold.state)
    return [Held(now.table.players[seat], cards) for seat, cards in enumerate(declared) if cards]


def _passed(now: Snapshot, viewer: Viewer) -> list[Held]:
    passed = look_of(now.table.game).passed(seen_by(now, viewer).extra)
    return [Held(now.table.players[seat], cards) for seat, cards in passed]


def _tricks(now: Snapshot) -> list[TrickView | None]:
    hand = list(hand_tricks(now.fold))[-1]
    found = [hand.trick_of(trick.cards[0].event) for trick in hand.tricks if trick.cards]
    return found[::-1]


class CommonPage(NamedTuple):
    """Parts of a table's page that are the same for all viewers with one view and language."""

    stage: str
    turn: Turn
    board: Board


def context(now: Snapshot, viewer: Viewer, before: TablePage | None = None) -> dict[str, Any]:
    """Returns everything that the table's templates show this viewer. `before`: as `page_of` takes it."""
    view = seen_by(now, viewer)
    hands = around(now, viewer).hands
    common = now.once(("page", looking(now, viewer), language(), deck(), hands), lambda: _common(now, view, hands))
    page, dispute = page_of(now, viewer, before), banner(now)
    return {
        "page": structs.replace(
            page,
            may=_may(now, page, view),
            stage=common.stage,
            elsewhere=_elsewhere(now, page, view),
            mark=services().store.chain.seen(now.table.id, now.fold.seq),
        ),
        "view": of_viewer(common.board, now, viewer, page.secret_seats),
        "turn": common.turn,
        "last": last_entry(now, viewer),
        "banner": dispute,
        "notices": notices(now, viewer, view, dispute),
        "opened": opened_context(now, viewer) if viewer.role == Role.REFEREE else None,
        "audit": last_audit(now),
        "ended": match_end(now) if view.winners else None,
        "again": dealers_again(now) if view.phase == "over" else None,
        "onward": around(now, viewer).onward,
        "done": around(now, viewer).is_done and not view.winners and now.fold.game.is_between_hands(now.fold.state),
        "meets": meets_again(now, viewer),
        "photo": _photo(now, viewer) if page.enters_all and reads_photos() else None,
        "refusal": None,
        "typed": {},
        "moved": None,
        "explained": _explained(now, view),
        "guided": _is_guided(now),
        "hand_as_json": hand_as_json(page, view) if viewer.may_enter else "",
    }


def _photo(now: Snapshot, viewer: Viewer) -> bool:
    return not now.desk.paused and moment_of(now, viewer) is not None


def _explained(now: Snapshot, view: TableView) -> Cited | None:
    """Returns the explanation of this moment of the first hand, at a table that wants to be told."""
    if not _is_guided(now):
        return None
    scored = now.fold.game.explain(now.fold.state, 0) if len(view.finished) == 1 else ()
    return explained(now.table.game, view, now.table.players, scored)


def _is_guided(now: Snapshot) -> bool:
    return now.table.choices.get(CHOICE) == GUIDED


def _common(now: Snapshot, view: TableView, hands: int) -> CommonPage:
    game = now.table.game
    return CommonPage(stage(game, view, hands), turn(game, view, now.table.players), common_board(now, view))


def _elsewhere(now: Snapshot, page: TablePage, view: TableView) -> str:
    """Returns in words which other device enters next; empty where this one may."""
    due, names = _due(view), now.table.players
    if not page.viewer.may_enter or due & page.mine:
        return ""
    if page.enters_all and (not due or view.phase == "dice"):
        return ""
    if now.table.entry == "own":
        return own_phones(names, due, entry_rights.held(now))
    return entered_by(names, entry_rights.keepers(now))


def _due(view: TableView) -> frozenset[int]:
    """Returns the seats to act; none where the entry belongs to no single seat."""
    if view.phase == "deal":
        return frozenset(range(len(view.seats)) if view.hand.dealer is None else (view.hand.dealer,))
    together = view.phase in ("reveal", "reinforce") and len(view.to_act) > 1
    if together or (view.phase == "play" and view.hand.by_tricks):
        return frozenset()
    return frozenset(view.to_act)


def _may(now: Snapshot, page: TablePage, view: TableView) -> str:
    barred = barred_now(now, page.viewer)
    if barred is not None and barred.code not in ASKABLE:
        return ""
    takes = barred is None
    every = page.enters_all and takes
    may = {
        "hand": takes and page.viewer.seat in page.mine and may_declare(view),
        "tricks": every and view.may_enter_tricks and not view.hand.by_tricks,
        "tally": every and view.may_tally,
        "piles": every and view.may_tally and may_photograph(now),
        "void": every and view.hand.dealer is not None and view.phase not in ("deal", "over"),
        "adjust": page.enters_all,
        "amend": page.viewer.is_referee or bool(page.mine),
    }
    return " ".join(name for name, allowed in may.items() if allowed)


def told_question(now: Snapshot) -> Markup | None:
    """Returns the line about the newest question about closed tricks, until the next entry is made."""
    asked = newest_question(now)
    return None if asked is None else question_said(device_name(now, asked[1]), asked[0])


def notices(now: Snapshot, viewer: Viewer, view: TableView, banner: Banner | None) -> list[tuple[str, Any]]:
    """Returns the notices, the foremost first: the macro of `templates/tables/_notices.html` and its argument."""
    return [(macro, about) for macro, about in _told(now, viewer, view, banner) if about]


def _told(now: Snapshot, viewer: Viewer, view: TableView, banner: Banner | None) -> Iterator[tuple[str, Any]]:
    notes = around(now, viewer).notes
    yield from (("around", note) for note in notes if note.urgent)
    if now.people.requests and (asking := waiting_devices(now, viewer)):
        yield "asked", asking[0]
        yield "others", len(asking) - 1
    yield "away", absent(now, viewer)
    yield "lost", _put_back(now)
    waiting = Banner(*told) if (told := waiting_title(now, viewer)) is not None else None
    yield "banner", waiting
    yield "banner", banner
    for decision in new_decisions(now, viewer):
        yield "decided", decision
    yield "next_game", now.table.successor_id is not None and view.phase != "over"
    yield "banner", _refused(now)
    yield "question", told_question(now)
    for found in view.infractions:
        if ruling_on(now.fold, now.desk, found) is None:
            yield "proven", (found, proof_of_hand(now.fold, found, now.table.players))
    if (undealt := unsettled(now.fold, view.contradiction, now.desk.reopened)) is not None:
        yield "contradiction", contradiction_title(undealt)
    yield from (("around", note) for note in notes if not note.urgent)


def _refused(now: Snapshot) -> Banner | None:
    """Tells for some entries that the referee refused a request: the log has nothing of it."""
    newest = now.desk.changes[-1] if now.desk.changes else None
    if newest is None or newest.state != "denied" or now.fold.seq >= (newest.answered_seq or 0) + ANSWER_TOLD_FOR:
        return None
    text = " ".join((_("%(name)s refused it.", name=newest.answered_by), newest.answer)).strip()
    return Banner(title_of(now, newest), text, url_for("requests.show", table_id=now.table.id, number=newest.number))


def _put_back(now: Snapshot) -> str:
    known = now.desk.put_back
    return put_back(*known) if known is not None and now.fold.seq < known[0] else ""


DrawnFrom = tuple[int, str, str, int, Absent | None, Unread, Surroundings, MeetsAgain]
"""What a page is drawn from in addition to the newest snapshot."""


class Fragments:
    """The newest page by table, kind of viewer, language, devices here, absent players, notes and circles."""

    def __init__(self) -> None:
        self._newest: OrderedDict[DrawnFrom, tuple[Snapshot, Blocks, TablePage]] = OrderedDict()
        self._told: OrderedDict[str, ToldBlocks] = OrderedDict()
        self._lock = Lock()

    def of(self, now: Snapshot, viewer: Viewer) -> Blocks:
        # Spectators are not shown how many devices watch: a crowd that comes and goes renders nothing again.
        open_at = services().hub.devices(now.table.id) if viewer.takes_part else 0
        told = (absent(now, viewer), unread(now, viewer), around(now, viewer), meets_again(now, viewer))
        key = (*_drawn_for(now, viewer), open_at, *told)
        with self._lock:
            kept = self._newest.get(key)
        if kept is not None and kept[0] is now:
            return kept[1]
        texts, head = _drawn(now, viewer, kept[2] if kept is not None and _differ_in_log(kept[0], now) else None)
        page = Blocks(now.fold.seq, _drawn_for(now, viewer), texts, remembered=viewer.may_enter, keep=self._keep_told)
        with self._lock:
            keep_newest(self._newest, key, (now, page, head), FRAGMENTS_KEPT)
        return page

    def version(self, named: str) -> ToldBlocks | None:
        """Returns the update of this version, None once it is dropped."""
        return self._told.get(named)

    def has_told(self, named: str, now: Snapshot, viewer: Viewer) -> bool:
        """Tells whether this version was drawn for such a viewer of the table, whom a stream tells what follows it."""
        told = self.version(named)
        return told is not None and told.seen_by == _drawn_for(now, viewer)

    def _keep_told(self, told: ToldBlocks) -> None:
        with self._lock:
            keep_newest(self._told, told.version, told, VERSIONS_KEPT)


def _drawn_for(now: Snapshot, viewer: Viewer) -> tuple[int, str, str]:
    return now.table.id, viewer.kind, language()


def _differ_in_log(one: Snapshot, other: Snapshot) -> bool:
    return one.table is other.table and one.people is other.people and one.desk is other.desk


def _drawn(now: Snapshot, viewer: Viewer, before: TablePage | None) -> tuple[dict[str, str], TablePage]:
    cards.set_deck(now.table.choices)
    here = context(now, viewer, before)
    # Both stand in every form of the page, and differ each time it is drawn.
    texts = {"op": here["page"].op if viewer.may_enter else "", "seq": str(now.fold.seq)}
    head = structs.replace(here["page"], op=place("op"), seq=place("seq"))
    here |= {"blocks": texts, "drawn": drawer(), "page": head}
    # Not by Flask's `render_template`: its request context must not leak into a page that several devices share.
    texts[TABLE] = current_app.jinja_env.get_template("tables/_table.html").render(here)
    return clean(texts), head


def register(services: Services) -> None:
    services.add(Fragments())


bp = Blueprint("page", __name__)


@bp.get("/tables/<int:table_id>/parts/<part>")
def show(table_id: int, part: str) -> Response:
    """Shows the table with the typed values; htmx gets the part alone."""
    now, viewer = visit_to_enter(table_id)
    game = now.table.game
    if part not in look_of(game).redrawn_parts:
        abort(404)
    here = {**context(now, viewer), "typed": request.args}
    if wants_fragment():
        return Response(redrawn(game, f"_{part}", here), mimetype="text/html")
    return make_response(render_template("tables/table.html", **here))
