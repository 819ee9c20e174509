"""What the log says: of entries taken back or corrected, of what is closed, and of what the desk has noted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Adjust, Event, Play, VoidHand
from webapp.games.common import entries
from webapp.games.common.desk_words import reason_said
from webapp.games.common.names import Sentence
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.store.desk_kinds import DeskKind
from webapp.words.disputes import OTHER, asked, by_name, sentence
from webapp.words.entry_kit import cards_said
from webapp.words.invite_words import place
from webapp.words.phrases import joined, marked, signed
from webapp.words.questions import what_was_asked
from webapp.words.table_choices import TABLE_CHOICES
from webapp.words.written import short, written_said

_OPENS = Sentence(_l("opens when the hand ends"), _l("opens when the round ends"), _l("opens when the battle ends"))


def opens(game: str) -> str:
    """Returns when the players may read what is closed."""
    return _OPENS.of(game)


def covered(event: Event, names: Sequence[str]) -> str:
    """Returns as much of a secret as all may know; nothing of other events, of which all know where they fell."""
    return entries.spoken(event, names) if event.secret else ""


def in_full(event: Event, names: Sequence[str]) -> Markup:
    """Returns what the entry adds that its line does not say: the cards of a secret, the points, a reason."""
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


def took_back() -> str:
    """Returns what an undo did."""
    return _("Taken back:")


def corrected() -> str:
    """Returns what an amendment did."""
    return _("Corrected:")


def withdrawn() -> str:
    """Returns what the house did with what a seat had entered that has changed hands since."""
    return _("Withdrawn, since somebody else sits there now:")


def set_aside() -> str:
    """Says that declared hands in an uploaded file were withdrawn, so that nobody who sits down here reads them."""
    return _("Set aside when the record was opened:")


def later(undone: bool, time: str) -> str:
    """Returns what became of an entry."""
    if undone:
        return _("taken back at %(time)s", time=time)
    return _("corrected at %(time)s", time=time)


def about(time: str) -> str:
    """Returns which entry a ruling or a dispute is about."""
    return _("about the entry of %(time)s", time=time)


def changed(where: str, was: Sequence[Markup], instead: Sequence[Markup]) -> Markup:
    """Returns *Hand 1, trick 3: Jonas played 4♠ → Jonas played 10♥*."""
    before = Markup(", ").join(was) or _("nothing stood here")
    after = Markup(", ").join(instead) or _("nothing stands here now")
    return marked("%(where)s: %(before)s → %(after)s", where=where, before=before, after=after)


# The desk


def _dispute(game: str, body: Mapping[str, Any], number: int) -> str:
    said = _("%(asked)s (dispute %(number)s): %(why)s", asked=asked(body["by"]), number=number, why=_why(game, body))
    return f"{sentence(said)} {_('Play pauses.')}" if body.get("pause") else said


def _why(game: str, body: Mapping[str, Any]) -> str:
    reason, words = reason_said(game, body["why"]), body.get("text", "")
    if words and body["why"] == OTHER:
        return str(words)
    return f"{reason}. {words}" if words else reason


def _referee(body: Mapping[str, Any], number: int) -> str:
    if "seat" in body:
        return _("%(name)s plays and rules: everybody at the table agreed", name=body["name"])
    if body.get("agreed"):
        return _("%(name)s hosts and rules", name=body["name"])
    return _("%(name)s came as referee", name=body["name"])


def _moved(body: Mapping[str, Any], number: int) -> str:
    if "name" in body:
        return _("The place of %(name)s moved to another phone", name=body["name"])
    return _("A place moved to another phone: %(place)s", place=place(None, body["role"]))


def _opened(body: Mapping[str, Any], number: int) -> str:
    said = ngettext(
        "The table was opened from a record of %(num)s entry. Fingerprint %(digits)s",
        "The table was opened from a record of %(num)s entries. Fingerprint %(digits)s",
        body["events"],
        digits=short(body["fingerprint"]),
    )
    return f"{said}. {written_said(body)}"


def _chosen(body: Mapping[str, Any], number: int) -> str:
    asked = [(TABLE_CHOICES[choice], answer) for choice, answer in body.items() if choice in TABLE_CHOICES]
    said = [f"{_(title)}: {_(answers[answer])}" for (title, answers, _about), answer in asked]
    if "title" in body:
        none = _("none")
        said.insert(0, f"{_('Name of the table')}: {body['title'] or none}")
    return ". ".join(said)


def _scorekeeper(body: Mapping[str, Any], number: int) -> str:
    if "name" in body:
        return _("%(name)s keeps the score", name=body["name"])
    return _("The scorekeeper came") if body.get("came") else _("The host keeps the score again")


def _let_out(body: Mapping[str, Any], number: int) -> str:
    if "name" in body:
        return _("The phone of %(name)s was let out", name=body["name"])
    return _("A phone without a seat was let out")


def _agreed(body: Mapping[str, Any], number: int) -> str:
    if body.get("asked"):
        return _("%(name)s agrees, asked on the phone in the middle", name=body["by"])
    return _("%(name)s agrees", name=by_name(body["by"]))


_SAID: Mapping[DeskKind, Callable[[Mapping[str, Any], int], str]] = {
    DeskKind.WITHDRAW: lambda body, number: _("Dispute %(number)s was withdrawn", number=body["dispute"]),
    DeskKind.RULE: lambda body, number: _("Dispute %(number)s was settled by a ruling", number=body["dispute"]),
    DeskKind.REOPEN: lambda body, number: _("A ruling was reopened"),
    DeskKind.POINTED: lambda body, number: _("Dispute %(number)s is about something else", number=body["dispute"]),
    DeskKind.ADMITTED: lambda body, number: _("In dispute %(number)s a breach was admitted", number=body["dispute"]),
    DeskKind.PAUSE: lambda body, number: _("The referee pauses play.") if body.get("referee") else _("Play pauses."),
    DeskKind.RESUME: lambda body, number: _("Play goes on."),
    DeskKind.REFEREE: _referee,
    DeskKind.DISMISSED: lambda body, number: _("%(name)s rules no longer", name=body["name"]),
    DeskKind.OPENED: _opened,
    DeskKind.CHOSEN: _chosen,
    DeskKind.SCOREKEEPER: _scorekeeper,
    DeskKind.LET_IN: lambda body, number: _("The host let a phone in on the seat of %(name)s", name=body["name"]),
    DeskKind.LET_OUT: _let_out,
    DeskKind.MOVED: _moved,
    DeskKind.ASKED: lambda body, number: what_was_asked(body),
    DeskKind.PUT_BACK: lambda body, number: _(
        "A phone had seen entry %(seen)s here: a backup was put back", seen=body["seen"]
    ),
    DeskKind.REQUESTED: lambda body, number: _("%(name)s asks the referee for a change", name=by_name(body["by"])),
    DeskKind.PROPOSED: lambda body, number: _("%(name)s proposes something to all", name=by_name(body["by"])),
    DeskKind.ALLOWED: lambda body, number: _("Request %(number)s was allowed", number=body["request"]),
    DeskKind.DENIED: lambda body, number: _("Request %(number)s was refused", number=body["request"]),
    DeskKind.AGREED: _agreed,
    DeskKind.DROPPED: lambda body, number: _("Request %(number)s was taken back", number=body["request"]),
    DeskKind.PENALTY: lambda body, number: _(
        "Penalty by %(name)s: %(why)s", name=by_name(body["by"]), why=body["reason"]
    ),
    DeskKind.LIFTED: lambda body, number: _(
        "Penalty %(number)s was lifted: %(why)s", number=body["penalty"], why=body["why"]
    ),
    DeskKind.FREED: lambda body, number: _("The host freed the seat of %(name)s", name=body["name"]),
    DeskKind.RECOVERED: lambda body, number: _("The recovery code was used: this phone is the host now"),
    DeskKind.FORGOTTEN: lambda body, number: _("A name was taken out of this table, and all lines were sealed anew"),
}


def desk_said(game: str, kind: DeskKind, body: Mapping[str, Any], number: int) -> str:
    """Returns what a line of the desk says; `number` is that of the dispute which it opens."""
    return _dispute(game, body, number) if kind == DeskKind.DISPUTE else _SAID[kind](body, number)
