"""A proven revoke as its page shows it: the evidence in cards, then what a person may do about it, mildest first."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from flask import url_for
from markupsafe import Markup

from rules_core import replay
from rules_core.events import Ruling
from rules_core.game import Contradiction, Infraction, Refusal
from rules_core.view import TrickView
from webapp.access import Viewer
from webapp.corrections import amendment, as_played, play_at
from webapp.i18n import gettext as _
from webapp.laid import located, state_before, suit_asked_for
from webapp.play import TableNow
from webapp.privacy import forbidden
from webapp.rulings import ruling_on, ruling_on_contradiction
from webapp.words.cards import card_said, one_of, suit_name
from webapp.words.contradictions import contradiction_text, contradiction_title
from webapp.words.marked import bold, marked
from webapp.words.proofs import Case, between, broken, case_of, proof_text, proof_title
from webapp.words.remedies import ruled
from webapp.words.stages import hand_number, too_late_to_void, void_the


def case_context(now: TableNow, found: Infraction, viewer: Viewer) -> dict[str, Any]:
    """Returns what the page of a proven revoke shows."""
    case, names = case_of(now.fold, found), now.table.players
    return {
        "stamp": _("Proven now"),
        "title": proof_title(now.fold, found, names),
        "text": proof_text(case, names),
        "rule": found.rule,
        "rule_url": url_for("rules.show", game=now.table.game, _anchor=found.rule),
        "hand": hand_number(now.table.game, case.hand),
        "settled": _settled(now, found),
        "tricks": _tricks(case, names),
        "note": between(case),
        "amends": _amends(now, case, viewer),
        "remedies": _remedies(now, case, viewer),
        "adjust_url": url_for("adjustments.form", table_id=now.table.id),
    }


def _settled(now: TableNow, found: Infraction) -> str | None:
    return _ruled(ruling_on(now.fold, found, now.desk.reopened))


def _ruled(node: replay.Node | None) -> str | None:
    if node is None:
        return None
    assert isinstance(node.event, Ruling)
    return _("Settled: %(text)s", text=ruled(node.event))


def _tricks(case: Case, names: list[str]) -> list[dict[str, Any]]:
    name = names[case.infraction.seat]
    tricks = [_trick(case.broke, [case.infraction.event], names, _led(case, names))]
    if case.in_trick is not None and case.found is not None:
        said = _("%(name)s announced %(card)s.") if case.found.announced else _("%(name)s played %(card)s.")
        line = marked(said, name=name, card=bold(card_said(case.found.card)))
        tricks.append(_trick(case.in_trick, [case.found.event], names, line))
    return tricks


def _led(case: Case, names: list[str]) -> Markup:
    suit = suit_name(case.led_suit)
    if case.infraction.code != "must-follow-suit":
        what = bold(broken(case, names))
        if case.ahead is None:
            return marked(_("Led: %(suit)s. %(what)s."), suit=suit, what=what)
        ahead = card_said(case.ahead)
        return marked(_("Led: %(suit)s. Ahead: %(ahead)s. %(what)s."), suit=suit, ahead=ahead, what=what)
    none = bold(_("no %(one)s", one=one_of(case.led_suit), suit=suit))
    name = names[case.infraction.seat]
    return marked(_("Led: %(suit)s. %(name)s played %(none)s."), suit=suit, name=name, none=none)


def _trick(trick: TrickView, ringed: Sequence[int], names: list[str], line: Markup | str) -> dict[str, Any]:
    cards: list[tuple[str, str | None, str]] = [
        (names[played.seat], played.card, "hit" if played.event in ringed else "") for played in trick.cards
    ]
    played = {seat.seat for seat in trick.cards}
    first = trick.cards[0].seat
    waiting = [(first + step) % len(names) for step in range(len(names))]
    cards += [(names[seat], None, "") for seat in waiting if seat not in played]
    return {"number": trick.number, "line": line, "cards": cards}


def _amends(now: TableNow, case: Case, viewer: Viewer) -> list[dict[str, str]]:
    where = [(case.infraction.event, case.broke)]
    if case.in_trick is not None and case.found is not None:
        where.append((case.found.event, case.in_trick))
    labels = {index: _("Correct trick %(number)s", number=trick.number) for index, trick in where}
    return [{"url": _amend_url(now, play), "label": labels[play]} for play in _open_to(now, viewer, labels)]


def _open_to(now: TableNow, viewer: Viewer, plays: Iterable[int]) -> list[int]:
    """The plays, by their places in the log, that this phone may correct."""
    return [
        index
        for index in plays
        if (play := play_at(now.fold, index)) is not None
        and not forbidden(now.fold, viewer.seat, amendment(play, index, as_played(play)))
    ]


def _amend_url(now: TableNow, index: int) -> str:
    return url_for("corrections.amend", table_id=now.table.id, index=index)


def _remedies(now: TableNow, case: Case, viewer: Viewer) -> list[dict[str, str | None]]:
    """What a person may rule (GEN-3). Nothing is chosen beforehand."""
    return [_correction(now, case, viewer), _stands(case.infraction.event), _void(now.table.game, case.under_way)]


def _stands(event: int) -> dict[str, str | None]:
    ruling = json.dumps({"type": "ruling", "event": event, "text": _("It stands as it was played.")})
    return {
        "event": ruling,
        "title": _("Let it stand, note it"),
        "text": _("Scores stay. The note stands in the book."),
    }


def _void(game: str, under_way: bool) -> dict[str, str | None]:
    void = json.dumps({"type": "void-hand", "reason": _("Revoke")}) if under_way else None
    text = _("The same dealer deals again, nothing scores.") if void else too_late_to_void(game)
    return {"event": void, "title": void_the(game), "text": text}


def _correction(now: TableNow, case: Case, viewer: Viewer) -> dict[str, str | None]:
    """The mildest remedy: the card goes back into the hand, and those played on it, as long as the trick lies open."""
    title = _("Correct it while the trick lies open")
    if not case.under_way or case.broke.winner is not None:
        closed = _("Not possible: trick %(number)s is closed.", number=case.broke.number)
        return {"event": None, "title": title, "text": closed}
    targets = [played.event for played in case.broke.cards if played.event >= case.infraction.event]
    back = {"type": "amend", "changes": [{"target": target, "with": []} for target in targets]}
    if forbidden(now.fold, viewer.seat, back) or isinstance(replay.step(now.fold, back), Refusal):
        return {"event": None, "title": title, "text": _("Take the card back with Undo.")}
    return {"event": json.dumps(back), "title": title, "text": _("The card is taken back, and another one is played.")}


# What can no longer be


def contradiction_context(now: TableNow, found: Contradiction, viewer: Viewer) -> dict[str, Any]:
    """Returns what the page of a contradiction shows: the plays that cannot all be right, and nobody's name."""
    located_in = (located(now.fold, event) for event in found.plays)
    tricks = list(dict.fromkeys(trick for trick in located_in if trick is not None))
    labels = correcting(tricks, found.plays)
    return {
        "stamp": _("This cannot be"),
        "title": contradiction_title(found),
        "text": contradiction_text(found),
        "rule": "GEN-4",
        "rule_url": url_for("rules.show", game=now.table.game, _anchor="GEN-4"),
        "hand": hand_number(now.table.game, len(now.fold.state.finished) + (now.fold.state.hand is not None)),
        "settled": _ruled(ruling_on_contradiction(now.fold, found, now.desk.reopened)),
        "tricks": [_nameless(now, trick, found.plays) for trick in tricks],
        "note": _("One of all the cards so far was entered wrongly, or one of these plays was a revoke."),
        "amends": [
            {"url": _amend_url(now, index), "label": labels[index]} for index in _open_to(now, viewer, found.plays)
        ],
        "remedies": [_stands(found.plays[-1]), _void(now.table.game, now.fold.state.hand is not None)],
        "adjust_url": url_for("adjustments.form", table_id=now.table.id),
    }


def correcting(tricks: Sequence[TrickView], plays: Sequence[int]) -> dict[int, str]:
    """Returns what the keys say that correct these plays, by their places in the log.

    That is the card; of identical ones the trick, too, and within one trick which of them it was.
    """
    named = [(p.event, p.card, trick.number) for trick in tricks for p in trick.cards if p.event in plays]
    labels: dict[int, str] = {}
    for event, card, number in named:
        here = [at for at, other, trick in named if (other, trick) == (card, number)]
        facts = {"card": card_said(card), "trick": number, "place": here.index(event) + 1, "of": len(here)}
        if sum(other == card for _at, other, _trick in named) == 1:
            labels[event] = _("Correct %(card)s", **facts)
        elif len(here) == 1:
            labels[event] = _("Correct %(card)s in trick %(trick)s", **facts)
        else:
            labels[event] = _("Correct %(card)s in trick %(trick)s, %(place)s of %(of)s", **facts)
    return labels


def _nameless(now: TableNow, trick: TrickView, ringed: Sequence[int]) -> dict[str, Any]:
    asking = next(played.event for played in trick.cards if played.event in ringed)
    suit = suit_asked_for(state_before(now.fold, asking), trick)
    return {
        "number": trick.number,
        "line": _("Led: %(suit)s.", suit=suit_name(suit)) if suit else "",
        "cards": [("", played.card, "hit" if played.event in ringed else "") for played in trick.cards],
    }
