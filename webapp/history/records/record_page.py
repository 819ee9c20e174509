"""What the pages about an uploaded record show: how it stands, or why it was not taken."""

import json
from typing import Any

from flask import url_for

from rules_core.findings import Viewer
from webapp.games.common import refusals
from webapp.games.common.game_names import game_name
from webapp.games.common.proofs import proof_title
from webapp.games.common.scoring.standing import won
from webapp.games.common.sheet_words import counted
from webapp.games.common.stages import stage
from webapp.games.common.turns import plain_turn
from webapp.games.registry import look_of
from webapp.history.records.download import fingerprint_of
from webapp.history.records.protocol import audits
from webapp.history.records.upload import Stopped, Upload
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_SHOWN_EVENT, MOST_PROOFS_SHOWN
from webapp.words.contradictions import contradiction_title
from webapp.words.sides import side_names


def looked_at(found: Upload) -> dict[str, Any]:
    """Returns a record that folds to its end: who played, how it stands, what is proven."""
    game, names, scores = found.header.game, found.header.players, sheet(found.fold)
    winners, sides = scores.view.winners, side_names(names, len(scores.totals))
    return {
        "game": game,
        "game_name": game_name(game),
        "players": names,
        "counted": counted(game, scores.played, scores.planned),
        "stage": stage(game, scores.view),
        "over": bool(winners),
        "turn": plain_turn(game, scores.view, list(names)),
        "write": look_of(game).points_said,
        "sides": [
            (name, total, won(game, len(winners), name, list(names)) if side in winners else None)
            for side, (name, total) in enumerate(zip(sides, scores.totals, strict=True))
        ],
        "proofs": _proofs(found),
        "audits": audits(found.fold),
        "withdrawn": [names[seat] for seat in found.withdrawn],
        "mark": fingerprint_of(found.data, len(found.events)),
        "text": found.data.decode(),
    }


def _proofs(found: Upload) -> list[str]:
    """What the cards prove, as everybody may see it; a hand that somebody has declared stays that player's."""
    view, names = found.fold.game.view(found.fold.state, Viewer()), list(found.header.players)
    said = [contradiction_title(view.contradiction)] if view.contradiction else []
    said += [proof_title(found.fold, one, names) for one in view.infractions[:MOST_PROOFS_SHOWN]]
    more = len(view.infractions) - MOST_PROOFS_SHOWN
    return [*said, ngettext("and %(num)s more", "and %(num)s more", more)] if more > 0 else said


def refused(stopped: Stopped) -> dict[str, Any]:
    """Returns where a record was stopped, and why, with the rule."""
    why = refusals.reason(stopped.refusal, stopped.names)
    text = json.dumps(stopped.event, ensure_ascii=False)
    return {
        "where": _("Entry %(number)s of %(of)s is not taken.", number=stopped.place + 1, of=stopped.of),
        "event": text if len(text) <= LONGEST_SHOWN_EVENT else text[: LONGEST_SHOWN_EVENT - 1] + "…",
        "title": why.title,
        "text": why.text,
        "rule": why.rule,
        "rule_url": url_for("rules.show", game=stopped.game, _anchor=why.rule) if why.rule else None,
    }
