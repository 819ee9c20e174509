"""Record of a table as a file, with the signature of the house."""

import hmac
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from rules_core.findings import Viewer
from webapp.games.common.names import game_name, plain_turn, stage
from webapp.games.common.proofs import proof_title
from webapp.games.common.scoring import won
from webapp.games.common.sheet_words import counted
from webapp.games.registry import look_of
from webapp.history.records.beside_reader import Signed
from webapp.history.records.protocol import audits
from webapp.history.records.upload import Upload
from webapp.history.scores.score_page import sheet
from webapp.http.language import ngettext
from webapp.http.limits import MOST_PROOFS_SHOWN
from webapp.store.chain.links import Chain
from webapp.table.player_names import Fault, twin_of
from webapp.words.invite_words import fault_said
from webapp.words.malformed import contradiction_title
from webapp.words.turn import side_names


class LookedAt(Struct, frozen=True):
    """A record that folds to its end, in words: who played, how it stands, what is proven.

    `sides` are names, totals and, of those who have won, the word for it; `text` is the canonical record.
    """

    game: str
    game_name: str
    players: tuple[str, ...]
    counted: str
    stage: str
    over: bool
    turn: str
    sides: tuple[tuple[str, str, str | None], ...]
    proofs: tuple[str, ...]
    audits: dict[str, str | None]
    withdrawn: tuple[str, ...]
    alike: tuple[str, ...]
    text: str


def looked_at(found: Upload) -> LookedAt:
    """Returns what the page shows of a record that folds to its end."""
    game, names, scores = found.header.game, found.header.players, sheet(found.fold)
    winners, sides, write = scores.view.winners, side_names(names, len(scores.totals)), look_of(game).points_said
    return LookedAt(
        game=game,
        game_name=str(game_name(game)),
        players=names,
        counted=str(counted(game, scores.played, scores.planned)),
        stage=str(stage(game, scores.view)),
        over=bool(winners),
        turn=str(plain_turn(game, scores.view, list(names))),
        sides=tuple(
            (name, write(total), won(game, len(winners), name, list(names)) if side in winners else None)
            for side, (name, total) in enumerate(zip(sides, scores.totals, strict=True))
        ),
        proofs=tuple(map(str, _proofs(found))),
        audits=audits(found.fold),
        withdrawn=tuple(names[seat] for seat in found.withdrawn),
        alike=tuple(_alike(names)),
        text=found.text,
    )


def _alike(names: Sequence[str]) -> Iterator[str]:
    for place, name in enumerate(names):
        if (twin := twin_of(names, place)) is not None:
            yield fault_said(Fault.ALIKE, name, twin)


def _proofs(found: Upload) -> list[str]:
    """What the cards prove, as everybody may see it; a hand that somebody has declared stays that player's."""
    view, names = found.fold.game.view(found.fold.state, Viewer()), list(found.header.players)
    said = [contradiction_title(view.contradiction)] if view.contradiction else []
    said += [proof_title(found.fold, one, names) for one in view.infractions[:MOST_PROOFS_SHOWN]]
    more = len(view.infractions) - MOST_PROOFS_SHOWN
    return [*said, ngettext("and %(num)s more", "and %(num)s more", more)] if more > 0 else said


class Written(StrEnum):
    """Who has written a record, as far as its signature tells."""

    HERE = "here"
    """This house, and it was not changed since."""
    CHANGED = "changed"
    """This house, and it says something else now."""
    FORGED = "forged"
    """It says that it was this house, and the signature is not ours."""
    ELSEWHERE = "elsewhere"
    """It says that it was another house, whose signature only that house can check."""
    UNSIGNED = "unsigned"


def signed(chain: Chain, digits: str) -> dict[str, Any]:
    """Returns the signature below a record with this fingerprint."""
    return {"house": chain.key_id, "fingerprint": digits, "signature": chain.record_signature(digits)}


def written(chain: Chain, digits: str, below: Signed | None) -> Written:
    """Tells who has written a record that has this fingerprint now."""
    if below is None:
        return Written.UNSIGNED
    if below.house != chain.key_id:
        return Written.ELSEWHERE
    if not hmac.compare_digest(chain.record_signature(below.fingerprint), below.signature):
        return Written.FORGED
    return Written.HERE if below.fingerprint == digits else Written.CHANGED
