"""Words of the log: undone, corrected and closed entries, and lines of the desk."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import UNSET, UnsetType

from rules_core.events import Adjust, Event, Play, VoidHand
from webapp.games.common import entries
from webapp.games.common.call_reasons import reason_said
from webapp.games.common.names import Sentence
from webapp.games.common.penalty_words import why_penalised
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.store.roles import Role
from webapp.table.change_requests import Signer
from webapp.table.desk import Line
from webapp.table.lines import matters, people, requests
from webapp.words.cases import OTHER, appeals_said, asked
from webapp.words.entry_kit import cards_said, what_was_asked
from webapp.words.invite_words import place
from webapp.words.origins import short, written_said
from webapp.words.phrases import by_name, by_organiser, joined, marked, signed, with_full_stop
from webapp.words.table_choices import TABLE_CHOICES

opens = Sentence(_l("opens when the hand ends"), _l("opens when the round ends"), _l("opens when the battle ends"))


def covered(event: Event, names: Sequence[str]) -> str:
    """Returns as much of a secret as all may know; nothing of other events, of which all know where they fell."""
    return entries.spoken(event, names) if event.secret else ""


def in_full(event: Event, names: Sequence[str]) -> Markup:
    """Returns the details that an entry's line leaves out: the cards of a secret, the points, a reason."""
    if event.secret:
        secrets = [getattr(event, field) for field in event.secret]
        return cards_said([card for cards in secrets if cards is not UNSET for card in cards], entries.card_mark)
    if isinstance(event, Play) and event.irregular:
        return marked(_("It really happened, against a duty of play."))
    if isinstance(event, Adjust):
        return Markup("%s") % joined([f"{side} {signed(p)}" for side, p in zip(names, event.points, strict=True)])
    if isinstance(event, VoidHand) and event.reason is not UNSET:
        return marked("%(reason)s", reason=event.reason)
    return Markup()


def changed(where: str, was: Sequence[Markup], instead: Sequence[Markup]) -> Markup:
    """Returns *Hand 1, trick 3: Jonas played 4♠ → Jonas played 10♥*."""
    before = Markup(", ").join(was) or _("nothing stood here")
    after = Markup(", ").join(instead) or _("nothing stands here now")
    return marked("%(where)s: %(before)s → %(after)s", where=where, before=before, after=after)


# The desk


def _dispute(game: str, line: matters.Disputed, number: int) -> str:
    if line.appeals is not None:
        said = _(
            "%(appeals)s (dispute %(number)s): %(why)s", appeals=appeals_said(line.by, ""), number=number, why=line.text
        )
        return with_full_stop(said)
    said = _("%(asked)s (dispute %(number)s): %(why)s", asked=asked(line.by), number=number, why=_why(game, line))
    return f"{with_full_stop(said)} {_('Play pauses.')}" if line.pause else said


def _why(game: str, line: matters.Disputed) -> str:
    reason, words = reason_said(game, line.why), line.text
    if words and line.why == OTHER:
        return words
    return f"{reason}. {words}" if words else reason


def _referee(line: people.RefereeCame) -> str:
    if line.seat is not None:
        return _("%(name)s plays and rules: everybody at the table agreed", name=line.name)
    if line.agreed:
        return _("%(name)s hosts and rules", name=line.name)
    return _("%(name)s came as referee", name=line.name)


def _moved(line: people.Moved) -> str:
    if line.name:
        return _("The place of %(name)s moved to another phone", name=line.name)
    return _("A place moved to another phone: %(place)s", place=place(None, Role(line.role)))


def _opened(line: people.Opened) -> str:
    said = ngettext(
        "The table was opened from a record of %(num)s entry. Fingerprint %(digits)s",
        "The table was opened from a record of %(num)s entries. Fingerprint %(digits)s",
        line.events,
        digits=short(line.fingerprint),
    )
    return f"{said}. {written_said(line)}"


def _chosen(line: people.Chosen) -> str:
    asked = [(TABLE_CHOICES[choice], getattr(line, choice)) for choice in TABLE_CHOICES]
    said = [f"{_(title)}: {_(answers[answer])}" for (title, answers, _about), answer in asked if answer]
    if not isinstance(line.title, UnsetType):
        none = _("none")
        said.insert(0, f"{_('Name of the table')}: {line.title or none}")
    return ". ".join(said)


def _scorekeeper(line: people.Scorekeeper) -> str:
    if line.name:
        return _("%(name)s keeps the score", name=line.name)
    return _("The scorekeeper came") if line.came else _("The host keeps the score again")


def _let_out(line: people.LetOut) -> str:
    if line.name:
        return _("The phone of %(name)s was let out", name=line.name)
    return _("A phone without a seat was let out")


def _agreed(line: requests.Agreed) -> str:
    if line.asked:
        return _("%(name)s agrees, asked on the phone in the middle", name=line.by)
    return _("%(name)s agrees", name=by_name(line.by))


_SAID: Mapping[type[Line], Callable[[Any], str]] = {
    matters.Withdrawn: lambda line: _("Dispute %(number)s was withdrawn", number=line.dispute),
    matters.Ruled: lambda line: _("Dispute %(number)s was settled by a ruling", number=line.dispute),
    matters.Reopened: lambda line: (
        _("A ruling was reopened") if line.appeal is None else _("A ruling was changed on appeal")
    ),
    matters.Pointed: lambda line: _("Dispute %(number)s is about something else", number=line.dispute),
    matters.Admitted: lambda line: _("In dispute %(number)s a breach was admitted", number=line.dispute),
    matters.Paused: lambda line: _("The referee pauses play.") if line.referee else _("Play pauses."),
    matters.Resumed: lambda line: _("Play goes on."),
    people.RefereeCame: _referee,
    people.Dismissed: lambda line: _("%(name)s rules no longer", name=line.name),
    people.Opened: _opened,
    people.Chosen: _chosen,
    people.Scorekeeper: _scorekeeper,
    people.LetIn: lambda line: _("The host let a phone in on the seat of %(name)s", name=line.name),
    people.LetOut: _let_out,
    people.Moved: _moved,
    people.AskedClosed: what_was_asked,
    people.PutBack: lambda line: _("A phone had seen entry %(seen)s here: a backup was put back", seen=line.seen),
    requests.Requested: lambda line: _("%(name)s asks the referee for a change", name=by_name(line.by)),
    requests.Proposed: lambda line: _("%(name)s proposes something to all", name=by_name(line.by)),
    requests.Allowed: lambda line: _("Request %(number)s was allowed", number=line.request),
    requests.Denied: lambda line: _("Request %(number)s was refused", number=line.request),
    requests.Agreed: _agreed,
    requests.Countersigned: lambda line: _(
        "%(name)s signs request %(number)s",
        name=by_organiser(line.by) if line.role is Signer.ORGANISER else by_name(line.by),
        number=line.request,
    ),
    requests.Dropped: lambda line: _("Request %(number)s was taken back", number=line.request),
    matters.Penalised: lambda line: _("Penalty by %(name)s: %(why)s", name=by_name(line.by), why=why_penalised(line)),
    matters.Lifted: lambda line: _("Penalty %(number)s was lifted: %(why)s", number=line.penalty, why=line.why),
    people.Freed: lambda line: _("The host freed the seat of %(name)s", name=line.name),
    people.Recovered: lambda line: _("The recovery code was used: this phone is the host now"),
    people.Forgotten: lambda line: _("A name was taken out of this table, and all lines were sealed anew"),
}


def desk_said(game: str, line: Line, number: int) -> str:
    """Returns a line of the desk in words; `number` is that of the dispute which it opens."""
    return _dispute(game, line, number) if isinstance(line, matters.Disputed) else _SAID[type(line)](line)
