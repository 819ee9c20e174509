"""The fields of an entry: their questions, the entry made from the answers, a first one that fits among others."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from typing import Any

from flask import request
from msgspec import UNSET
from werkzeug.datastructures import MultiDict

from rules_core import replay
from rules_core.events import Event, decode, encode
from rules_core.fields import Field, fields_of
from rules_core.findings import Refusal
from rules_core.replay import Fold, Raw, Trial
from webapp.games.common import entry_questions
from webapp.games.common.entry_questions import AskedField, EntryForm, EntryQuestion
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CANDIDATES_TRIED
from webapp.referee.amending.draft import Draft
from webapp.referee.amending.entry_list import deal_of, in_view, read
from webapp.referee.amending.visit import Picked
from webapp.table.forms import values_of

Typed = MultiDict[str, str]
NOT_THEN = frozenset({"game-over", "unknown-event", "wrong-phase", "not-your-turn", "bad-seat"})
"""Refusals of all games that no other number or card would help against."""
RULED = "ruling"
"""Is made on the referee's desk, not put into the past."""


def questions(fold: Fold, raw: Raw, around: Sequence[Event] = (), typed: Typed | None = None) -> list[EntryQuestion]:
    """Returns the questions about an entry, which has some values already.

    `around` are the other entries of its deal that may be looked at, `typed` is what was sent so far.
    """
    asks = (AskedField(fold, form_of(fold), raw, field, around, typed) for field in asked(fold, raw))
    return [question for ask in asks for question in entry_questions.questions(ask)]


def is_settled(fold: Fold, raw: Raw, typed: Typed) -> bool:
    """Tells whether the typed values are an answer, where the game asks in its own way."""
    asks = (AskedField(fold, form_of(fold), raw, field, (), typed) for field in asked(fold, raw))
    return all(ask.own is None or ask.own.settled(ask) for ask in asks)


def form_of(fold: Fold) -> EntryForm:
    """Returns how the entries of this table's game are put together."""
    return look_of(fold.header.game).entry_form


def asked(fold: Fold, raw: Raw) -> list[Field]:
    """Returns the fields that a form asks for: of those of which only one is given that one, else the first."""
    either = _either(fold, raw)
    given = _given(either, raw)
    return [
        field
        for field in fields_of(fold.events[raw["type"]])
        if (field.name == given if field.name in either else _is_asked(field, raw))
    ]


def _is_asked(field: Field, raw: Raw) -> bool:
    """A field that may be left out is asked for where its answer may be left empty: that is no number."""
    if field.required or field.default is not UNSET or field.name in raw:
        return True
    return field.kind not in ("number", "event", "struct") and field.per is None


def entry_of_answers(fold: Fold, raw: Raw, sent: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Returns the entry with these answers. Fields left empty are left out. Raises `NotAField`."""
    fields = asked(fold, raw)
    names = {field.name for field in fields}
    kept = {name: value for name, value in raw.items() if name not in names}
    own_fields = tuple([own.sends for key, own in form_of(fold).own.items() if own.sends and _is_of(key, raw, names)])
    told = [(name, value) for name, value in sent if value.strip() and not name.startswith(own_fields)]
    answers = values_of(fold.events[raw["type"]], told)
    empty: dict[str, Any] = {field.name: [] for field in fields if _is_empty(fold, raw, field)}
    entry = {**empty, **{name: _unmoved(answer, raw.get(name)) for name, answer in answers.items()}, **kept}
    # Of alternative fields it keeps one: the one with a value, else as it was entered.
    given = [name for name in entry if name in _either(fold, raw)]
    said = next((name for name in given if entry[name]), given[-1] if given else None)
    return {name: value for name, value in entry.items() if name not in given or name == said}


def _is_of(key: str, raw: Raw, names: Container[str]) -> bool:
    kind, _dot, name = key.partition(".")
    return kind == raw["type"] and name in names


def _is_empty(fold: Fold, raw: Raw, field: Field) -> bool:
    """Tells whether nothing ticked is an answer, too: no cards, no melds."""
    is_given = field.required or field.name in _either(fold, raw)
    return field.kind == "list" and field.per is None and is_given


def _unmoved(answer: Any, held: Any) -> Any:
    if not isinstance(answer, list) or not isinstance(held, list | tuple) or not answer:
        return answer
    parts = [sorted(part) if isinstance(part, list | tuple) else part for part in (*answer, *held)]
    if not all(isinstance(part, type(parts[0])) and isinstance(part, str | list) for part in parts):
        return answer
    return held if sorted(parts[: len(answer)]) == sorted(parts[len(answer) :]) else answer


def state_at(asked: Picked, behind: int) -> Any:
    """Returns the state before an entry, with `behind` after it, as the draft leaves the entries before it.

    Where older tricks are closed the draft is left out: whether it fits is not told.
    """
    fold = asked.here.now.fold
    whole = Draft() if asked.is_closed else asked.draft
    there = whole.at(fold, asked.place)[: asked.nth + behind]
    draft = Draft({place: kept for place, kept in whole.changes.items() if place < asked.place})
    opened = replay.trial(fold, draft.event(), misfits=1) if draft.changes else Trial(fold)
    top = opened.fold.top if isinstance(opened, Trial) else fold.top
    while top is not None and top.index >= asked.place:
        top = top.before
    walk = replay.at(fold, top)
    for raw in there:
        after = replay.step(walk, raw)
        walk = after if isinstance(after, replay.Fold) else walk
    return walk.state


def fields_context(asked: Picked, begun: Raw, typed: Typed | None) -> dict[str, Any]:
    """Returns the context of an entry's form, with the typed values."""
    fold, is_new = asked.here.now.fold, "side" in request.args
    told = without_cards(fold, begun) if is_new else begun
    asks = questions(fold, told, deal_around(asked, is_new=is_new), typed)
    if not is_new:
        asks.sort(key=lambda ask: not ask.first)
    return {
        "kind": form_of(fold).kind_name(begun["type"]),
        "questions": [_typed(ask, typed) for ask in asks] if typed else asks,
        "action": f"{request.path}?{request.query_string.decode()}",
        "ways": [] if is_new else _ways(asked, begun),
    }


def _typed(ask: EntryQuestion, typed: Typed) -> EntryQuestion:
    """A question with the answer that was sent; ticked boxes are the browser's to keep, own questions know it."""
    if ask.how == "boxes":
        return ask
    return replace(ask, value=ask.name in typed if ask.how == "tick" else typed.get(ask.name, ""))


def deal_around(asked: Picked, *, is_new: bool) -> tuple[Event, ...]:
    """Returns the entries of the deal that this one belongs to, as the draft leaves them and this viewer may see them.

    The entry itself is among them only if another one `is_new` and is inserted before or after it.
    """
    here, fold = asked.here, asked.here.now.fold
    shown = [node for node in deal_of(fold, asked.place) if in_view(here.now, here.viewer, node)]
    found: list[Event] = []
    for place, there in groupby(shown, lambda node: node.index):
        put = asked.draft.changes.get(place)
        events = [node.event for node in there] if put is None else [read(raw, fold) for raw in put]
        own = None if is_new or place != asked.place else asked.nth
        found += [event for nth, event in enumerate(events) if event is not None and nth != own]
    return tuple(found)


def _ways(asked: Picked, begun: Raw) -> list[tuple[str, str, bool]]:
    """How else the same may be entered, where only one of several fields is given."""
    either = _either(asked.here.now.fold, begun)
    given = _given(either, begun)
    return [(asked.url(part="fields", way=name), _(called), name == given) for name, called in either.items()]


def _either(fold: Fold, raw: Raw) -> Mapping[str, str]:
    """Returns the fields of which only one is given, each with what that way to enter it is called."""
    return form_of(fold).either.get(raw["type"], {})


def _given(either: Mapping[str, str], raw: Raw) -> str | None:
    return next((name for name in either if name in raw), next(iter(either), None))


def entered_by(asked: Picked, way: str) -> dict[str, Any]:
    """Returns the entry; of alternative fields with the one that is asked for."""
    raw, either = dict(asked.raw), _either(asked.here.now.fold, asked.raw)
    if not way and either and not any(raw.get(name) for name in either):
        # Nothing was told in the way in which it was entered: the usual one is asked for as well.
        return {**_blank_way(asked, next(iter(either))), **raw}
    if way not in either:
        return raw
    kept = {name: value for name, value in raw.items() if name not in either or name == way}
    return {**_blank_way(asked, way), **kept}


def _blank_way(asked: Picked, way: str) -> dict[str, Any]:
    field = next(field for field in fields_of(asked.here.now.fold.events[asked.raw["type"]]) if field.name == way)
    return {way: [] if field.kind == "list" else 0}


def kinds_taken(fold: Fold, state: Any, *, is_closed: bool) -> list[str]:
    """Returns the kinds of entries that fit in this state, those of its pad first.

    `is_closed`: no card is tried out, since the answers would tell what closed tricks hold.
    """
    offered = [] if is_closed else list(dict.fromkeys(raw["type"] for raw in _offered(fold, state)))
    others = [kind for kind in fold.events if kind not in offered and _could_be(fold, state, kind)]
    return [kind for kind in (*offered, *others) if kind != RULED]


def blank(fold: Fold, state: Any, kind: str, *, is_closed: bool = False) -> Raw:
    """Returns a first entry of this kind: one that the rules would take, where they offer one.

    `is_closed`: no card is tried out, as in `kinds_taken`.
    """
    offered = () if is_closed else (raw for raw in _offered(fold, state) if raw["type"] == kind)
    sampled = (raw for raw in _samples(fold, state, kind) if is_closed or _is_looked_at(fold, state, raw))
    return next(chain(offered, sampled, _samples(fold, state, kind)))


def without_cards(fold: Fold, raw: Raw) -> Raw:
    """Returns the entry without those of its cards that a form asks for one by one."""
    kinds = {field.name: (field.kind, field.item and field.item.kind) for field in fields_of(fold.events[raw["type"]])}
    return {name: value for name, value in raw.items() if name == "type" or "card" not in kinds[name]}


def _offered(fold: Fold, state: Any) -> Iterator[Raw]:
    return map(encode, islice(fold.game.candidates(state), MOST_CANDIDATES_TRIED))


def _could_be(fold: Fold, state: Any, kind: str) -> bool:
    """Tells whether an entry of this kind could be taken: whether the rules look at its fields."""
    if fold.game.phase(state) == "over" and kind != "adjust":
        return False
    return any(_is_looked_at(fold, state, raw) for raw in _samples(fold, state, kind))


def _is_looked_at(fold: Fold, state: Any, raw: Raw) -> bool:
    event = decode(raw, fold.events)
    refusal = event if isinstance(event, Refusal) else fold.game.judge(state, event, fold.seq)
    return refusal is None or refusal.code not in NOT_THEN | form_of(fold).not_then


def _samples(fold: Fold, state: Any, kind: str) -> Iterator[Raw]:
    """Yields entries of a kind from each seat, those to act first; the rules need not take them.

    At last one without the lists that may be left out: what was entered before is not asked again.
    """
    for seat in dict.fromkeys((*fold.game.to_act(state), *range(len(fold.header.players)))):
        yield _sample(fold, state, kind, seat, whole=True)
    yield _sample(fold, state, kind, 0, whole=False)


def _sample(fold: Fold, state: Any, kind: str, seat: int, *, whole: bool) -> Raw:
    begin, raw = form_of(fold).begin, dict[str, Any](type=kind)
    for field in fields_of(fold.events[kind]):
        key = f"{kind}.{field.name}"
        if field.kind == "seat":
            raw[field.name] = seat
        elif key in begin:
            raw[field.name] = begin[key]
        elif field.required or (whole and field.per):
            raw[field.name] = _value(fold, state, field)
    return raw


def _value(fold: Fold, state: Any, field: Field) -> Any:
    """Returns a value of this type; an object by seat has the seats to act."""
    match field.kind:
        case "choice":
            return field.choices[0]
        case "card":
            return fold.game.pack[0]
        case "text":
            return ""
        case "flag":
            return False
        case "struct":
            return {}
        case "by-key":
            return {str(seat): _item(fold, state, field) for seat in fold.game.to_act(state)}
        case "list":
            many = {"seat": len(fold.header.players), "side": len(state.totals), None: 0}[field.per]
            return [_item(fold, state, field) for _one in range(many)]
    return 0 if field.least is None else max(0, field.least)


def _item(fold: Fold, state: Any, field: Field) -> Any:
    assert field.item is not None  # of a list and of an object by seat the type names it
    return _value(fold, state, field.item)
