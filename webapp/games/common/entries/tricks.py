"""Cards played, tricks, and whole hands entered by what they came to."""

from collections.abc import Mapping

from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Event, Play, Trick, TrickTally
from rules_core.games.deep_six.events import PointsTrick, SidesTally
from rules_core.games.sechsundsechzig.events import AugenTrick, MarriagePlay, PointsTally
from rules_core.games.sichere_six.events import JokerPlay, Mercy, NinesTally, NinesTrick
from rules_core.games.sixes_and_sevens.events import Ace
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.entry_kit import Entry, Names, Say, named, numbers_said
from webapp.words.marked import marked


def _play(event: Play, names: Names, say: Say) -> Markup:
    return named(_("%(name)s played %(card)s"), names[event.seat], card=say(event.card))


def _joker(event: JokerPlay, names: Names, say: Say) -> Markup:
    if event.joker is UNSET:
        return _play(event, names, say)
    wins = event.joker == "win"
    said = _("%(name)s played the Joker: it wins") if wins else _("%(name)s played the Joker: it loses")
    return named(said, names[event.seat])


def _marriage(event: MarriagePlay, names: Names, say: Say) -> Markup:
    if not event.marriage:
        return _play(event, names, say)
    return named(_("%(name)s played %(card)s and announced the marriage"), names[event.seat], card=say(event.card))


def _ace(event: Ace, names: Names, say: Say) -> Markup:
    said = _("%(name)s: the ace is odd") if event.as_ == "odd" else _("%(name)s: the ace is even")
    return named(said, names[event.seat])


def _mercy(event: Mercy, names: Names, say: Say) -> Markup:
    return named(_("%(name)s took Fate’s Mercy and buried a card"), names[event.seat])


def _trick(event: Trick, names: Names, say: Say) -> Markup:
    return named(_("%(name)s took the trick"), names[event.winner])


def _with(event: Trick, names: Names, what: str) -> Markup:
    return named(_("%(name)s took the trick with %(what)s"), names[event.winner], what=what)


def _nines(event: NinesTrick, names: Names, say: Say) -> Markup:
    if not event.nines:
        return _trick(event, names, say)
    return _with(event, names, ngettext("%(num)s nine", "%(num)s nines", event.nines))


def _points(event: PointsTrick, names: Names, say: Say) -> Markup:
    return _with(event, names, ngettext("%(num)s point", "%(num)s points", event.points))


def _augen(event: AugenTrick, names: Names, say: Say) -> Markup:
    return _with(event, names, _("%(num)s Augen", num=event.augen))


def _tricks_of(event: TrickTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(tricks)s tricks"), tricks=numbers_said(event.tricks))


def _tricks_and_nines_of(event: NinesTally, names: Names, say: Say) -> Markup:
    sentence = _("The round was entered as %(tricks)s tricks and %(nines)s nines")
    return marked(sentence, tricks=numbers_said(event.tricks), nines=numbers_said(event.nines))


def _points_of(event: PointsTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(points)s points"), points=numbers_said(event.points))


def _taken_of(event: SidesTally, names: Names, say: Say) -> Markup:
    taken = numbers_said(event.taken)
    if event.meld is UNSET:
        return marked(_("The hand was entered as %(points)s points"), points=taken)
    sentence = _("The hand was entered as %(points)s points, melded %(meld)s")
    return marked(sentence, points=taken, meld=numbers_said(event.meld))


SAID: Mapping[type[Event], Entry] = {
    Play: _play,
    JokerPlay: _joker,
    MarriagePlay: _marriage,
    Ace: _ace,
    Mercy: _mercy,
    Trick: _trick,
    NinesTrick: _nines,
    PointsTrick: _points,
    AugenTrick: _augen,
    TrickTally: _tricks_of,
    NinesTally: _tricks_and_nines_of,
    PointsTally: _points_of,
    SidesTally: _taken_of,
}
