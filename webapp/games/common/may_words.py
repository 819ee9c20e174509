"""Possible acts in words, one sentence for each: *Ann passes*, *Ben rolls: Low, Standard*."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from rules_core.events import Deal, Event, Settle
from webapp.games.registry import Found, found
from webapp.http.language import gettext as _
from webapp.words.entry_kit import Act, Names
from webapp.words.phrases import readable


def acts(events: Iterable[Event], names: Names) -> list[str]:
    """Returns a sentence for each kind of thing that each seat does in these events, which stand in that order."""
    return [_act(list(run), names) for _key, run in groupby(events, key=_doing)]


def _doing(event: Event) -> tuple[type[Event], int | None]:
    return type(event), getattr(event, "seat", None)


def _act(events: list[Event], names: Names) -> str:
    first, known = events[0], _known(found())
    words = next((known[kind] for kind in type(first).__mro__ if kind in known), _plain)
    return _(words, name=names[getattr(first, "seat", 0)]) if isinstance(words, str) else words(events, names)


def _deals(events: Sequence[Deal], names: Names) -> str:
    return ", ".join(_("%(name)s deals", name=names[e.dealer]) for e in events if isinstance(e.dealer, int))


SHARED: Mapping[type[Event], Act] = {
    Deal: _deals,
    Settle: lambda events, names: _("It stays as it lies"),
}
"""The events of several games that no card or trick is."""


@lru_cache(1)
def _known(games: Found) -> Mapping[type, Act]:
    known: dict[type, Act] = dict(SHARED)
    for look in games.looks.values():
        known |= look.acts
    return known


def _plain(events: Sequence[Event], names: Names) -> str:
    what, seat = readable(str(events[0].__struct_config__.tag)), getattr(events[0], "seat", None)
    return what if seat is None else _("%(name)s: %(what)s", name=names[seat], what=what)
