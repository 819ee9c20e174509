"""View of the page of piles: the next question with its keys, the cards of each pile, the totals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from rules_core.cards import Card
from rules_core.events import encode
from rules_core.fields import fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw, step
from webapp.games.common import scoring
from webapp.games.common.entry_questions import AskedField
from webapp.games.common.entry_questions import EntryQuestion as Asked
from webapp.games.common.entry_questions import questions as asked_about
from webapp.games.registry import look_of
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.live.photos.photo_page import frame
from webapp.live.photos.piles import Lying, PileQuestion, PileTap, Sorting
from webapp.table import forms
from webapp.table.snapshot import Snapshot
from webapp.words.cards import SentencePart, card_name, card_said
from webapp.words.phrases import bold, capital, marked, named, number

TOLD = "piles"
"""The kind of entry whose fields are asked for in addition to the piles."""
FEW = 4
"""Up to this number cards are named one by one."""
LONG = 14
"""From this number on the cards of a row are small on a photo."""
NAMES_SHARE = 0.3
"""Share of the picture at the left of the cards that the names take."""
SHOWN = 1.29
"""How many times as wide as high it is."""


@dataclass(frozen=True)
class PileKey:
    """A key: its label, the card on it, its outcome, the value that it sends; `is_set`: as it stands."""

    text: str
    sends: str
    card: Card | None = None
    then: tuple[tuple[str, Card], ...] = ()
    is_set: bool = False
    name: str = "tap"


@dataclass(frozen=True)
class PileCard:
    """A card of a pile; `asks` is sent to ask about it, where a photo shows it. `how`: as that of `Lying`."""

    card: Card | None
    how: str
    asks: int | None = None


@dataclass(frozen=True)
class Pile:
    """A pile: whose it is, its cards, how many of them were read for certain, its rows on all photos."""

    name: str
    cards: list[PileCard]
    read: int
    rows: Sequence[int]


@dataclass(frozen=True)
class Row:
    """Where a row lies on the newest photo, whose it is, and its cards that are not known."""

    label: str
    spot: tuple[int, int]
    number: int
    unread: list[tuple[tuple[int, int], int]]


@dataclass(frozen=True)
class Total:
    """The total of a side: its parts, its cards that count, the steps of the sum, the points."""

    name: str
    cells: Sequence[str]
    cards: Sequence[Card]
    steps: str
    points: str


@dataclass(frozen=True)
class Sum:
    """The result of the piles: the events, and the totals or the refusal; empty while cards are missing."""

    events: tuple[Raw, ...] = ()
    totals: tuple[Total, ...] = ()
    refusal: tuple[Refusal, Raw] | None = None


# Questions


def asks(sorting: Sorting, asked: PileQuestion | None, names: Sequence[str], *, whole: bool) -> dict[str, Any]:
    """Returns the question with its keys, and the reason from the rules or the photo."""
    if asked is None:
        return {"line": marked(_("Is this how the cards lie?")), "keys": [], "help": ""}
    line, keys, said = _ASKS[asked.about](sorting, asked, names)
    if asked.about == "which" and (whole or not keys):
        cards = dict.fromkeys(sorting.in_order)
        keys = [PileKey("", _tap("read", asked.at, card=card), card) for card in cards]
    return {"line": line, "keys": keys, "help": said}


def _tap(act: Any, at: int | None = None, **more: Any) -> str:
    return msgspec.json.encode(PileTap(act, at, **more)).decode()


def _row(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    draft, own = sorting.draft, sorting.draft.side_of(asked.at)
    row = [one.card for one in draft.lying if one.row == asked.at and one.card]
    keys = [PileKey(name, _tap("row", asked.at, side=side), is_set=side == own) for side, name in enumerate(names)]
    said = capital(", ".join(map(card_said, row[:FEW]))) + (" …" if len(row) > FEW else "")
    if any(draft.changing(asked.at, side) for side in range(sorting.sides)):
        said = _("Tap another name, and the two piles change over.")
    return marked(_("Whose cards are these?")), keys, said


def _twice(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    there = [(at, one) for at, one in enumerate(sorting.draft.lying) if one.card == asked.card]
    most = sorting.pack[asked.card or ""]
    keys = [PileKey(_place_said(sorting, at, one, names), _tap("unread", at), one.card) for at, one in there]
    said = ngettext("There is %(num)s of it.", "There are %(num)s of it.", most)
    return marked(_("%(num)s × %(card)s: tap the wrong one"), num=len(there), card=_named(asked.card)), keys, said


def _place_said(sorting: Sorting, at: int, one: Lying, names: Sequence[str]) -> str:
    row = [place for place, other in enumerate(sorting.draft.lying) if other.row == one.row]
    whose = "?" if one.side is None else names[one.side]
    return _("%(name)s, card %(number)s", name=whose, number=row.index(at) + 1)


def _likely(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    doubtful = [(at, one) for at, one in enumerate(sorting.draft.lying) if one.card and one.how == "likely"]
    keys = [PileKey("" if one.side is None else names[one.side], str(at), one.card, name="ask") for at, one in doubtful]
    right = PileKey(ngettext("It is right", "They are right", len(doubtful)), _tap("sure"))
    said = _("They were hard to read, and the pack lacks them. Tap one that is another.")
    said = f"{said} {_better(sorting)}" if len(doubtful) > FEW else said
    line = ngettext("Is this card right?", "Are these %(num)s cards right?", len(doubtful))
    return marked(line), [*keys, right], said


def _where(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    card, at = asked.card or "", asked.at
    draft, chosen = sorting.draft, None
    if at is not None and at < len(draft.placed):
        chosen = draft.placed[at]
        draft = msgspec.structs.replace(draft, placed=(*draft.placed[:at], *draft.placed[at + 1 :]))
    open_ = msgspec.structs.replace(sorting, draft=draft)
    keys = []
    for side in open_.whose(card):
        after = open_.after(PileTap("place", card=card, side=side))
        then = after.settled().draft.placed[len(after.draft.placed) :]
        follows = tuple([(_whose(put.side, names), put.card) for put in then[:FEW]])
        is_set = chosen is not None and chosen.side == side
        keys.append(PileKey(_whose(side, names), _tap("place", at, card=card, side=side), card, follows, is_set))
    asks = marked(_("Who has %(card)s?"), card=card_said(card, SentencePart.OBJECT))
    return asks, keys, "" if chosen else _lacking(sorting)


def _lacking(sorting: Sorting) -> str:
    cards = sorting.in_order
    if not cards:
        return ""
    some = ", ".join(map(card_said, cards[: 2 * FEW])) + (" …" if len(cards) > 2 * FEW else "")
    lacks = _("Of the pack these are missing: %(cards)s.", cards=some)
    return f"{lacks} {_better(sorting)}" if len(cards) > FEW // 2 else lacks


def _better(sorting: Sorting) -> str:
    """Returns how more is read of a photo."""
    rows = Counter(one.row for one in sorting.draft.lying)
    if max(rows.values(), default=0) < LONG:
        return _("Better photograph again.")
    return _("Better photograph again: a long pile in two rows, or on two photos.")


def _which(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    one, missing = sorting.draft.lying[asked.at or 0], sorting.missing
    guesses = [card for card in one.guesses if missing[card]]
    keys = [PileKey("", _tap("read", asked.at, card=card), card) for card in guesses]
    where = _place_said(sorting, asked.at or 0, one, names)
    drop = PileKey(_("No card lies there"), _tap("drop", asked.at))
    return named(_("%(name)s: which card is it?"), where), [*keys, drop] if keys else [], ""


def _count(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    over = [side for side, size in enumerate(sorting.sizes) if sorting.rules.over(size)]
    help_ = _("Tap a card below that lies in another pile or is another one.")
    if not over:
        return marked(_("The number of cards is not right")), [], f"{help_} {_better(sorting)}"
    side, size = over[0], sorting.sizes[over[0]]
    line = _("%(name)s: %(num)s cards make no whole tricks")
    return marked(line, name=bold(names[side]), num=size), [], f"{help_} {_better(sorting)}"


def _card(sorting: Sorting, asked: PileQuestion, names: Sequence[str]) -> tuple[Markup, list[PileKey], str]:
    one = sorting.draft.lying[asked.at or 0]
    sides = [
        PileKey(name, _tap("move", asked.at, side=side), is_set=side == one.side) for side, name in enumerate(names)
    ]
    others = [
        PileKey(_("It is another card"), _tap("unread", asked.at)),
        PileKey(_("No card lies there"), _tap("drop", asked.at)),
    ]
    return marked(_("Whose is %(card)s?"), card=_named(one.card)), [*sides, *others], ""


_ASKS = {
    "row": _row,
    "twice": _twice,
    "likely": _likely,
    "where": _where,
    "which": _which,
    "count": _count,
    "card": _card,
}


def _named(card: Card | None) -> str:
    return card_name(card) if card else "?"


def _whose(side: int | None, names: Sequence[str]) -> str:
    return _("Nobody") if side is None else names[side]


# The piles, and where they lie


def piles(sorting: Sorting, names: Sequence[str]) -> list[Pile]:
    """Returns the cards of each pile; those of no photo come last."""
    draft, found = sorting.draft, list[Pile]()
    for side, name in enumerate(names):
        lying = [(at, one) for at, one in enumerate(draft.lying) if one.side == side]
        read = sum(one.card is not None and one.how == "read" for _at, one in lying)
        unread = sorting.unread_of(side)
        cards = [PileCard(one.card, one.how, at) for at, one in lying if one.card]
        cards += [PileCard(put.card, "said") for put in draft.placed if put.side == side]
        cards += [PileCard(None, "read", at) for at, one in lying if not one.card][:unread]
        found.append(Pile(name, cards, read, [*dict.fromkeys(one.row for _at, one in lying)]))
    return found


def rows(sorting: Sorting, names: Sequence[str], *, marks: bool) -> list[Row]:
    """Returns the rows of the newest photo: whose each is, how much of it was read; `marks`: and where not."""
    found: dict[int, Row] = {}
    for at, one in enumerate(sorting.draft.lying):
        if one.spot is None:
            continue
        if one.row not in found:
            of_row = [other for other in sorting.draft.lying if other.row == one.row]
            read = sum(other.card is not None and other.how == "read" for other in of_row)
            whose = "?" if one.side is None else names[one.side]
            label = _("%(name)s: %(read)s of %(all)s", name=whose, read=read, all=len(of_row))
            found[one.row] = Row(label, one.spot, one.row, [])
        if marks and (one.card is None or one.how == "likely"):
            found[one.row].unread.append((one.spot, at))
    return list(found.values())


def box(sorting: Sorting) -> tuple[int, int, int, int]:
    """Returns the part of the newest photo that shows all its cards."""
    draft = sorting.draft
    spots = [one.spot for one in draft.lying if one.spot is not None] or [(0, 0)]
    across, down = zip(*spots, strict=True)
    right = min(draft.width, max(across) + draft.reach)
    top, foot = max(0, min(down) - draft.reach), min(draft.height, max(down) + round(1.5 * draft.reach))
    wide = max(right - min(across) + draft.reach, (foot - top) * SHOWN * (1 - NAMES_SHARE))
    return frame((right - wide / (1 - NAMES_SHARE), right), (top, foot), SHOWN, (draft.width, draft.height))


# Totals


def told_questions(now: Snapshot, sorting: Sorting, form: MultiDict[str, str]) -> list[Asked]:
    """Returns the fields that the piles do not answer, with what was typed."""
    words, raw = look_of(now.table.game).entry_form, {"type": TOLD}
    fields = (AskedField(now.fold, words, raw, field) for field in fields_of(sorting.rules.told))
    return [replace(one, value=_typed(one, form)) for field in fields for one in asked_about(field)]


def _typed(one: Asked, form: MultiDict[str, str]) -> Any:
    if one.how == "tick":
        return one.name in form
    return form.get(one.name, one.choices[0][0] if one.how == "select" else "")


def summed(now: Snapshot, sorting: Sorting, form: MultiDict[str, str], names: Sequence[str]) -> Sum:
    """Returns the totals of these piles and fields. Raises NotAnEvent for forged input."""
    fields = {field.name for field in fields_of(sorting.rules.told)}
    sent = [(name, value) for name, value in form.items(multi=True) if name.partition("-")[0] in fields and value]
    try:
        told = msgspec.convert(forms.values_of(sorting.rules.told, sent), sorting.rules.told)
    except forms.NotAField as fault:
        raise forms.NotAnEvent(str(fault)) from None
    except msgspec.ValidationError:
        return Sum()  # not all is told yet
    if any(len(getattr(told, one.name)) != len(names) for one in fields_of(sorting.rules.told) if one.per):
        raise forms.NotAnEvent("not one number a side")
    if not sorting.rules.enough(sorting.piles, told):
        return Sum()
    made = (*sorting.rules.leads(told), sorting.rules.tally(sorting.piles, told))
    events, fold = (*_leading(now, form), *map(encode, made)), now.fold
    for raw in events:
        after = step(fold, raw)
        if isinstance(after, Refusal):
            return Sum(events, refusal=(after, raw))
        fold = after
    return Sum(events, tuple(_totals(now.table.game, fold, sorting, names)))


def _leading(now: Snapshot, form: MultiDict[str, str]) -> list[Raw]:
    """Returns the events before the totals: between two hands the deal."""
    if not now.fold.game.is_between_hands(now.fold.state) or "deal" not in now.fold.events:
        return []
    dealer = parse_integer(form.get("dealer"))
    return [{"type": "deal"} if dealer is None else {"type": "deal", "dealer": dealer}]


def _totals(game: str, fold: Fold, sorting: Sorting, names: Sequence[str]) -> list[Total]:
    done, look, found = fold.state.finished[-1], look_of(game), list[Total]()
    lines = fold.game.explain(fold.state, len(fold.state.finished) - 1)
    for side, name in enumerate(names):
        counting = [card for card in sorting.draft.of(side) if card in sorting.rules.counting]
        brought = [line.points for line in lines if line.side == side and line.points]
        steps = " ".join([number(brought[0]), *map(_step, brought[1:])]) if brought[1:] else ""
        worth = {name: sum(map(each.__getitem__, sorting.draft.of(side))) for name, each in sorting.rules.worth.items()}
        cells = [f"{counted} {look.entry_form.label(name)}" for name, counted in worth.items()]
        cells += scoring.cell(game, done, side, lines)
        cards = counting if len(sorting.rules.counting) <= FEW else ()
        found.append(Total(name, cells, cards, steps, look.points_said(done.points[side])))
    return found


def _step(points: int) -> str:
    return f"{'−' if points < 0 else '+'} {abs(points)}"
