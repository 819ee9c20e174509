"""Addresses of the packs that a host teaches the house: its own cards in rows, by one photo or several."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.cards import RANKS, Card
from webapp.access.device import or_404
from webapp.access.visit import Visit, visit_as_host
from webapp.files.kinds import NotRead
from webapp.files.photos import PhotoReader
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PHOTO, MOST_TAUGHT_PACKS
from webapp.pages.table_page import page_of
from webapp.photo.reader import SUITS_SHOWN, cards_left
from webapp.photo.reading import LearnedRows
from webapp.services import services
from webapp.store.errors import KeyUsed
from webapp.store.models import TaughtPack
from webapp.store.used_keys import question
from webapp.table.forms import op_in
from webapp.table.player_names import is_title, tidy
from webapp.table.snapshot import Snapshot
from webapp.words.cards import not_learned_said, nothing_said
from webapp.words.table_choices import title_fault

bp = Blueprint("packs", __name__, url_prefix="/tables/<int:table_id>/photo/packs")


@bp.get("")
def show(table_id: int) -> str:
    """Lists the packs that photos of this table are read with; asks for the rows of a new or incomplete one."""
    here = _visit(table_id)
    return _page(here, _own_pack(here, parse_integer(request.args.get("pack"))))


@bp.post("")
def teach(table_id: int) -> Response | tuple[str, int]:
    """Learns the rows of a photo as those of a new pack: 303, 422 where they are not as they were asked for."""
    return _learn(_visit(table_id), None)


@bp.post("/<int:pack_id>")
def teach_more(table_id: int, pack_id: int) -> Response | tuple[str, int]:
    """Learns further rows of a pack: 303, 404 for no own one, 409 where it changed meanwhile, else as a new one."""
    here = _visit(table_id)
    pack = or_404(_own_pack(here, pack_id))
    return _learn(here, pack) if _left(here, pack) else _to_packs(here)


@bp.post("/<int:pack_id>/remove")
def remove(table_id: int, pack_id: int) -> Response:
    """Deletes a pack that this phone has taught; deleting it again does nothing."""
    here = _visit(table_id)
    services().store.remove_pack(pack_id, here.device_id)
    return _to_packs(here)


def _learn(here: Visit, pack: TaughtPack | None) -> Response | tuple[str, int]:
    left, store = _left(here, pack), services().store
    before = None if pack is None else store.traits_of_pack(pack.id, here.device_id)
    try:
        typed, op, learned, photo = services().part(PhotoReader).teach(left, () if before is None else (before,))
        # Another photo or name under the same key, as "back" finds it, is another wish.
        asked = question("packs", here.device_id, f"{op_in({'op': op})} {request.path} {photo} {typed}", "")
    except NotRead as problem:
        return _page(here, pack, error=problem.said), problem.status
    if (kept := store.kept_answer(asked)) is not None:
        return _to_packs(here, int(kept.answer))
    is_named = bool(typed.strip())
    name = tidy(typed) if is_named else _("Pack %(number)s", number=len(_own(here)) + 1)
    if fault := _fault(learned, left, name):
        return _page(here, pack, typed=typed, error=fault), 422
    assert learned is not None
    suits = ("" if pack is None else pack.suits) + learned.suits
    told: dict[str, Any] = {"name": name, "is_named": is_named, "ranks": _ranks(here.now), "suits": suits}
    number = None if pack is None else pack.id
    try:
        taught = store.teach(here.device_id, **told, traits=learned.traits, pack_id=number, asked=asked)
    except (LookupError, KeyUsed):
        said = _("The pack has changed meanwhile: nothing of this photo was kept. Look again at what is missing.")
        return _page(here, _own_pack(here, number), error=said), 409
    if taught is None:
        said = _("A phone teaches at most %(most)s packs. Take one out first.", most=MOST_TAUGHT_PACKS)
        return _page(here, error=said), 422
    return _to_packs(here, taught)


def _fault(learned: LearnedRows | None, left: tuple[Card, ...], name: str) -> str:
    """Returns why nothing is kept, nothing where that is as it should be."""
    if learned is None:
        return nothing_said(("no-file",))
    if learned.problem:
        return not_learned_said(learned, left)
    return "" if is_title(name) else title_fault()


def _visit(table_id: int) -> Visit:
    here = visit_as_host(table_id)
    if not services().part(PhotoReader).is_on:
        abort(404)
    return here


def _own(here: Visit) -> list[TaughtPack]:
    return [pack for pack in services().store.taught_packs(here.device_id) if pack.device_id is not None]


def _own_pack(here: Visit, number: int | None) -> TaughtPack | None:
    return next((pack for pack in _own(here) if pack.id == number), None)


def _ranks(now: Snapshot) -> str:
    """Returns the ranks of the table's pack, the highest first."""
    there = {card[0] for card in now.fold.game.in_play(len(now.table.players), now.fold.state.options)}
    return "".join(rank for rank in reversed(RANKS) if rank in there)


def _left(here: Visit, pack: TaughtPack | None) -> tuple[Card, ...]:
    return cards_left(_ranks(here.now), "") if pack is None else cards_left(pack.ranks, pack.suits)


def _to_packs(here: Visit, pack_id: int | None = None) -> Response:
    return redirect(url_for("packs.show", table_id=here.table.id, pack=pack_id), 303)


def _page(here: Visit, pack: TaughtPack | None = None, *, typed: str = "", error: str = "") -> str:
    left = _left(here, pack)
    return render_template(
        "tables/packs.html",
        page=page_of(here.now, here.viewer),
        packs=services().store.taught_packs(here.device_id),
        pack=pack,
        typed=typed,
        rows=[[card for card in left if card[1] == suit] for suit in dict.fromkeys(card[1] for card in left)],
        error=error,
        most=LARGEST_PHOTO,
        is_full=len(_own(here)) >= MOST_TAUGHT_PACKS,
        all_suits=SUITS_SHOWN,
    )
