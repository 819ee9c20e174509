"""Addresses of piles by photos: one photo after another, whose each card is, the hand once all adds up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, render_template, request, url_for
from msgspec import structs
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from rules_core.piles import PileRules
from webapp.files.kinds import NotRead
from webapp.files.photos import PhotoReader, typed_with_photo
from webapp.games.common.names import enter_hand
from webapp.games.common.rulebook import rule_url
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PHOTO, MOST_CARDS_SENT
from webapp.live.photos import piles_view
from webapp.live.photos.photo_kinds import visit_with_photo
from webapp.live.photos.piles import PileDraft, PileQuestion, PileTap, Sorting, read_in, repeats
from webapp.live.refusal_sheet import RefusalSheet, refusal_sheet
from webapp.live.tables import enter
from webapp.pages.table_page import form_key, page_of, redirect_to_table
from webapp.photo.reading import can_lie_on_a_photo
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entries_of
from webapp.table.keeper import Made, Refused
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.words.cards import nothing_said
from webapp.words.phrases import moved_on
from webapp.words.turn import side_names

bp = Blueprint("piles", __name__)
PILES = "/tables/<int:table_id>/photo/piles"


@dataclass(frozen=True)
class PileTable:
    """A table of which a hand may be entered as totals now, and its possible piles."""

    now: Snapshot
    viewer: Viewer
    rules: PileRules

    @property
    def names(self) -> Sequence[str]:
        return side_names(self.now.table.players, len(self.now.fold.state.totals))

    @property
    def pack(self) -> Counter[str]:
        return Counter(self.rules.cards)

    def sorting(self, draft: PileDraft) -> Sorting:
        return Sorting(draft, len(self.names), self.pack, self.rules)

    @property
    def title(self) -> str:
        return _("Photo of the piles")

    @property
    def how(self) -> str:
        return _(
            "Lay each pile out so that the corners of all cards are seen, in a row or a fan, one pile below the other, "
            "and photograph them from above. One photo for each pile will do as well."
        )


@bp.get(PILES)
def show(table_id: int) -> str | Response:
    """Asks for a photo; leads back to the table while no hand can be entered as totals."""
    table = _visit(table_id)
    return redirect_to_table(table_id) if table is None else _page(table)


@bp.post(PILES)
def read(table_id: int) -> str | Response | tuple[str, int]:
    """Reads one more photo and shows the cards on all of them: 422 where there are none."""
    table = _visit(table_id)
    if table is None:
        return redirect_to_table(table_id)
    try:
        found = services().part(PhotoReader).read(table.pack)
        before = _sent(table, typed_with_photo())
    except NotRead as problem:
        return _page(table, error=problem.said), problem.status
    if found is None or not found.cards:
        problems = ("no-file",) if found is None else found.problems
        return _page(table, before, error=nothing_said(problems)), 422
    if repeats(before, found, table.pack):
        return _page(table, before, error=_("These cards were on an earlier photo already: nothing was added.")), 422
    return _page(table, read_in(before, found, len(table.names), table.pack))


@bp.post(f"{PILES}/cards")
def confirm(table_id: int) -> str | Response | tuple[str, int]:
    """Changes the piles as the people say, or enters the hand: 303, 422 where the rules refuse it, 409."""
    table = _visit(table_id)
    if table is None:
        return redirect_to_table(table_id)
    form = request.form
    op, seen, draft = form_key(), forms.seen_in(form), _sent(table, form.get("draft", ""))
    tap = forms.decoded(form["tap"], PileTap) if "tap" in form else None
    _check(table, tap)
    if services().store.event_of_key(table_id, op=op, device_id=table.viewer.device_id) is not None:
        return redirect_to_table(table_id)  # sent twice, counted once
    if seen != table.now.fold.seq:
        return _page(table, draft, error=moved_on()), 409
    if tap is not None:
        draft = draft.put(tap)
    elif "enter" in form:
        return _enter(table, draft, op)
    return _page(table, draft, asked=_asked(draft, tap), typed=form)


def _asked(draft: PileDraft, tap: PileTap | None) -> PileQuestion | None:
    """Returns the question that stays open after a tap: the place of a card, or the card tapped."""
    if tap is not None and tap.act == "place":
        return PileQuestion("where", len(draft.placed) - 1, tap.card)
    row = parse_integer(request.form.get("row"))
    if row in {one.row for one in draft.lying}:
        return PileQuestion("row", row)
    at = parse_integer(request.form.get("ask"), most=len(draft.lying) - 1)
    return None if at is None else PileQuestion("which" if draft.lying[at].card is None else "card", at)


def _enter(table: PileTable, draft: PileDraft, op: str) -> Response | tuple[str, int]:
    """Enters the totals of the piles with the events before them, as typed totals are entered."""
    sorting, form = table.sorting(draft).settled(), request.form
    found = piles_view.summed(table.now, sorting, form, table.names) if sorting.question() is None else piles_view.Sum()
    if not found.events:
        return _page(table, draft, typed=form, error=_("Not complete yet: not all cards have their place.")), 422
    made = entries_of(table.now.fold, *found.events, seen=table.now.fold.seq)
    outcome = enter(table.now.table.id, table.viewer, made, op)
    after = _at(outcome.now, table.viewer)
    if isinstance(outcome, Made) or after is None:
        return redirect_to_table(table.now.table.id)
    if isinstance(outcome, Refused):
        sheet = refusal_sheet(outcome.refusal, made[outcome.place].raw, outcome.now)
        return _page(after, draft, typed=form, refusal=sheet), 422
    return _page(after, draft, typed=form, error=moved_on()), 409


# Input


def _sent(table: PileTable, sent: str) -> PileDraft:
    """Returns the piles of the page. Raises NotAnEvent for forged input."""
    draft = forms.decoded(sent, PileDraft) if sent else PileDraft()
    spots = [spot for one in draft.lying for spot in ((one.row, 0), one.spot) if spot is not None]
    pixels = [draft.width, draft.height, *(at for spot in spots for at in spot)]
    many = len(draft.lying) + len(draft.placed)
    if many > len(table.rules.cards) + MOST_CARDS_SENT or not can_lie_on_a_photo(pixels):
        raise forms.NotAnEvent("no photos show that")
    cards = [
        *(card for one in draft.lying for card in (one.card, *one.guesses) if card),
        *(one.card for one in draft.placed),
    ]
    sides = {*(one.side for one in draft.lying), *(one.side for one in draft.placed)}
    if not set(cards) <= table.pack.keys() or not sides <= {None, *range(len(table.names))}:
        raise forms.NotAnEvent("no such card, or nobody's")
    return draft


def _check(table: PileTable, tap: PileTap | None) -> None:
    if tap is None:
        return
    is_side = tap.side is None or 0 <= tap.side < len(table.names)
    needs_card = tap.act in ("read", "place")
    if not is_side or (tap.at is not None and tap.at < 0) or (needs_card and tap.card not in table.pack):
        raise forms.NotAnEvent("no such key")


def _visit(table_id: int) -> PileTable | None:
    """Returns the table, None where no hand of it can be entered as totals now."""
    return _at(*visit_with_photo(table_id))


def _at(now: Snapshot, viewer: Viewer) -> PileTable | None:
    rules = now.fold.game.piles(now.fold.state) if seen_by(now, viewer).may_tally else None
    return None if rules is None else PileTable(now, viewer, rules)


# Output


def _page(
    table: PileTable,
    draft: PileDraft | None = None,
    *,
    asked: PileQuestion | None = None,
    typed: MultiDict[str, str] | None = None,
    error: str = "",
    refusal: RefusalSheet | None = None,
) -> str:
    now, page, form = table.now, page_of(table.now, table.viewer), MultiDict() if typed is None else typed
    where = url_for("piles.read", table_id=now.table.id)
    here: dict[str, Any] = {"page": page, "moment": table, "error": error, "most": LARGEST_PHOTO, "reads": where}
    if draft is None or not draft.lying:
        return render_template("tables/photos/piles.html", draft=None, **here)
    as_said, view = table.sorting(draft), seen_by(now, table.viewer)
    sorting = as_said.settled()
    due = sorting.question()
    asked = due if asked is None or (asked.about == "where" and due) else asked
    placed = asked is not None and asked.about == "where" and asked.at is not None
    found = piles_view.Sum() if due else piles_view.summed(now, sorting, form, table.names)
    refused = refusal_sheet(*found.refusal, now) if found.refusal else refusal
    return render_template(
        "tables/photos/piles.html",
        **here,
        **piles_view.asks(as_said if placed else sorting, asked, table.names, whole="whole" in form),
        draft=draft,
        sorting=sorting,
        asked=asked,
        whole="whole" in form,
        is_whole=due is None,
        piles=piles_view.piles(sorting, table.names),
        rows=piles_view.rows(as_said, table.names, marks=due is not None),
        box=piles_view.box(sorting),
        view=view,
        told=piles_view.told_questions(now, sorting, form),
        typed=form,
        totals=found.totals,
        refusal=refused,
        adds_by=table.rules.rule,
        adds_by_url=rule_url(page.game, table.rules.rule, page.table_id),
        enter=enter_hand(page.game, view.hand.number),
        text=_packed(draft),
        again=_packed(structs.replace(draft, lying=tuple([one for one in draft.lying if one.spot is None]))),
    )


def _packed(draft: PileDraft) -> str:
    return msgspec.json.encode(draft).decode()
