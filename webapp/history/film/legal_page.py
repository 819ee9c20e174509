"""Cards that could be played at a moment, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from rules_core.cards import Card
from rules_core.events import Play
from rules_core.findings import Refusal
from webapp.access.visit import visit
from webapp.games.common.entry_questions import boxes
from webapp.games.common.refusals import refusal_said
from webapp.games.common.rulebook import rule_url
from webapp.games.registry import look_of
from webapp.history.film import moments as film
from webapp.history.film.film_page import Film, board, entry_said
from webapp.history.film.legal_plays import Judged, RulesAt, Verdict, Word, acts
from webapp.history.film.moments import Moment
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CARDS_SENT
from webapp.words.cards import SentencePart, card_said

WORDS: tuple[Word, ...] = ("legal", "illegal", "undecided")


@dataclass(frozen=True)
class LegalQuery:
    """The query: a moment, a seat, and the cards typed in, None where nothing was typed."""

    moment: Moment
    seat: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True)
class LegalAnswer:
    """Cards, or things to do, for which the rules say the same, and why they do."""

    word: Word
    title: str
    text: str
    rule: str | None
    rule_url: str | None
    cards: Sequence[Card] = ()
    acts: Sequence[str] = ()


def rules_at(shown: Film, moment: Moment) -> RulesAt:
    return RulesAt(shown.now.fold, film.state_at(shown.now.fold, moment), moment.place + 1)


def legal_context(shown: Film, question: LegalQuery) -> dict[str, Any]:
    moment, seat = question.moment, question.seat
    asked = rules_at(shown, moment)
    due = asked.whole_hand or (asked.plays_cards and seat in asked.to_act)
    told = {
        "moment": shown.address(moment),
        "entry": entry_said(shown, moment),
        "then": _then(shown, moment),
        "name": shown.now.table.players[seat],
        "seat": seat,
        "seats": _seats(shown, question) if due or asked.plays_cards else [],
        "has_plays": "play" in shown.now.fold.events,
        "turn": None if due or not asked.plays_cards else _turn(shown, question, asked),
        "barred": _barred(shown, asked),
        **(_of_hand(shown, question, asked) if due else {"may": _may(shown, asked, None)}),
    }
    return {**board(shown, moment), "legal": told}


def _of_hand(shown: Film, question: LegalQuery, asked: RulesAt) -> dict[str, Any]:
    cards, source = _hand(shown, question, asked)
    judged = asked.hand(question.seat, cards) if cards else Judged()
    pack = shown.now.fold.game.cards[len(shown.now.table.players)]
    return {
        "action": _address(shown, question.moment, _anchor="answer"),
        "boxes": boxes(pack, cards),
        "size": asked.held(question.seat),
        "source": source,
        "refused": _refused(shown, judged.refusal) if judged.refusal else None,
        "partly": bool(judged.verdicts) and not judged.whole,
        "answers": _answers(shown, judged),
        "hand_answer": _hand_answer(shown, question.moment, asked, cards) if not judged.refusal else None,
        "may": _may(shown, asked, asked.declared(question.seat, cards) if judged.whole else None),
    }


def _hand_answer(shown: Film, moment: Moment, asked: RulesAt, cards: tuple[Card, ...]) -> Any:
    if asked.whole_hand is None or not cards:
        return None
    return asked.whole_hand(shown.view(moment), shown.now.fold.state.options, cards)


def _address(shown: Film, moment: Moment, **asked: Any) -> str:
    return url_for("legal.show", table_id=shown.now.table.id, m=moment.name, **asked)


def _then(shown: Film, moment: Moment) -> Markup | None:
    """Returns the next entry in words, where it may be seen."""
    at = shown.open.index(moment) + 1
    return entry_said(shown, shown.open[at]) if at < len(shown.open) else None


def _seats(shown: Film, question: LegalQuery) -> list[tuple[str, str, bool]]:
    names = shown.now.table.players
    return [
        (_address(shown, question.moment, seat=seat), name, seat == question.seat) for seat, name in enumerate(names)
    ]


def _turn(shown: Film, question: LegalQuery, asked: RulesAt) -> dict[str, str | None]:
    names = shown.now.table.players
    near = _turn_of(shown, question)
    return {
        "text": _(
            "It is the turn of %(who)s: what %(name)s may play is asked where %(name)s is to play.",
            who=names[asked.to_act[0]],
            name=names[question.seat],
        ),
        "url": _address(shown, near, seat=question.seat) if near else None,
    }


def _turn_of(shown: Film, question: LegalQuery) -> Moment | None:
    here, seat = question.moment, question.seat
    hand = [one for one in shown.open if one.hand == here.hand and one.node is not None]
    turns = [one for one in hand if (asked := rules_at(shown, one)).plays_cards and seat in asked.to_act]
    later = [one for one in turns if one.place >= here.place]
    return later[0] if later else turns[-1] if turns else None


# The hand that is asked about


def _hand(shown: Film, question: LegalQuery, asked: RulesAt) -> tuple[tuple[Card, ...], str]:
    if question.cards is not None:
        return question.cards[:MOST_CARDS_SENT], ""
    name = shown.now.table.players[question.seat]
    if held := shown.held(question.moment, question.seat):
        return held, _("This is the hand that %(name)s had entered.", name=name)
    if played := _played_later(shown, question, asked.held(question.seat)):
        return played, _("These are the cards that %(name)s played from here on.", name=name)
    return (), ""


def _played_later(shown: Film, question: LegalQuery, held: int) -> tuple[Card, ...]:
    """The cards that this seat played later, where they are no more than it held then: nothing came in."""
    here, seat = question.moment, question.seat
    nodes = [one.node for one in shown.open if one.hand == here.hand and one.place > here.place and one.node]
    brings = look_of(shown.now.table.game).brings
    if any(type(node.event) in brings and node.event.acting(node.state) == seat for node in nodes):
        return ()
    cards = tuple(n.event.card for n in nodes if isinstance(n.event, Play) and n.event.seat == seat)
    return cards if len(cards) <= held else ()


# Verdicts of the rules


def _refused(shown: Film, refusal: Refusal) -> LegalAnswer:
    if refusal.code == "not-in-hand":
        facts = {
            "name": shown.now.table.players[refusal.facts["seat"]],
            "card": card_said(refusal.facts["card"], SentencePart.OBJECT),
        }
        title = _("A card is missing")
        text = _("All know that %(name)s holds %(card)s: it belongs to this hand.", **facts)
        return LegalAnswer("illegal", title, text, refusal.rule, _rule_url(shown, refusal.rule))
    return _why(shown, refusal)


def _answers(shown: Film, judged: Judged) -> list[LegalAnswer]:
    places = {card: place for place, card in enumerate(shown.now.fold.game.pack)}
    verdicts = sorted(judged.verdicts, key=lambda verdict: places[verdict.card])
    return [answer for word in WORDS for answer in _grouped(shown, (v for v in verdicts if v.word == word))]


def _grouped(shown: Film, verdicts: Iterable[Verdict]) -> list[LegalAnswer]:
    found: dict[LegalAnswer, list[Card]] = {}
    for verdict in verdicts:
        found.setdefault(_of_verdict(shown, verdict), []).append(verdict.card)
    return [replace(answer, cards=cards) for answer, cards in found.items()]


def _of_verdict(shown: Film, verdict: Verdict) -> LegalAnswer:
    if verdict.refusal is None:
        return LegalAnswer("legal", _("Legal"), "", None, None)
    why = _why(shown, verdict.refusal)
    if verdict.other is None:
        return LegalAnswer("illegal", _("Illegal"), f"{why.title}. {why.text}", why.rule, why.rule_url)
    text = _("The whole hand is not known. With %(card)s in it: %(why)s.", card=card_said(verdict.other), why=why.title)
    return LegalAnswer("undecided", _("Cannot be decided"), text, "GEN-4", _rule_url(shown, "GEN-4"))


def _why(shown: Film, refusal: Refusal) -> LegalAnswer:
    said = refusal_said(refusal, shown.now.table.players)
    return LegalAnswer("illegal", said.title, said.text, said.rule, _rule_url(shown, said.rule))


def _rule_url(shown: Film, rule: str | None) -> str | None:
    return rule_url(shown.now.table.game, rule, shown.now.table.id)


def _may(shown: Film, asked: RulesAt, state: Any) -> list[str]:
    """Returns the other possible actions; those that depend on the hand only where the whole hand is known."""
    found = asked.offered(state)
    return acts([event for event in found if state is not None or not isinstance(event, Play)], shown.now.table.players)


def _barred(shown: Film, asked: RulesAt) -> list[LegalAnswer]:
    """Returns the actions refused here: one answer a reason. Where only the name differs, the title is enough."""
    names = shown.now.table.players
    told = [(_why(shown, refusal), event) for event, refusal in asked.barred(len(names))]
    told.sort(key=lambda one: (one[0].title, one[0].rule or ""))
    answers = []
    for _same, run in groupby(told, key=lambda one: (one[0].title, one[0].rule)):
        group = list(run)
        texts = {answer.text for answer, _event in group}
        text = texts.pop() if len(texts) == 1 else ""
        answers.append(replace(group[0][0], text=text, acts=acts([event for _answer, event in group], names)))
    return answers


bp = Blueprint("legal", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/moments/<m>/legal")
def show(table_id: int, m: str) -> str | Response:
    """Answers for a seat and a hand. A moment that may not be looked at is told of where moments are shown."""
    shown = Film(*visit(table_id))
    moment = shown.named(m)
    if moment is None or moment not in shown.open:
        return redirect(url_for("film.moment", table_id=table_id, m=m), 303)
    to_act = rules_at(shown, moment).to_act
    seat = request.args.get("seat")
    chosen = parse_integer(seat, most=len(shown.now.table.players) - 1) if seat is not None else next(iter(to_act), 0)
    if chosen is None:
        abort(404)
    cards = tuple(request.args.getlist("cards")[: MOST_CARDS_SENT + 1]) if "cards" in request.args else None
    return render_template("history/legal/show.html", **legal_context(shown, LegalQuery(moment, chosen, cards)))
