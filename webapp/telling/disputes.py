"""A dispute as pages tell of it: what it is about, and the line that the table sees while it is open."""

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from rules_core.events import Play, Ruling
from webapp.games.common.desk_words import reason_said
from webapp.games.common.names import looked_at
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_QUOTE
from webapp.pages.entry_location import entry_at, placed, trick_of, trick_said
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Reopened
from webapp.table.permissions import has_referee
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import OTHER, appeals_said, asked, play_meanwhile, sentence


class Banner(NamedTuple):
    """The line of a table at which a dispute is open: its first words, what else it says, and where it leads."""

    title: str
    text: str
    url: str


def banner(now: Snapshot) -> Banner | None:
    """Returns what all phones are told of the disputes that are open. It names no card."""
    waiting, table_id = now.desk.open, now.table.id
    if not waiting:
        held = _("The referee has paused play")
        return Banner(held, "", url_for("desk.show", table_id=table_id)) if now.desk.held else None
    meanwhile = play_meanwhile(now.desk.paused)
    if len(waiting) > 1:
        title = ngettext("%(num)s ruling is asked for", "%(num)s rulings are asked for", len(waiting))
        return Banner(title, meanwhile, url_for("desk.show", table_id=table_id))
    dispute = waiting[0]
    url = url_for("cases.dispute", table_id=table_id, number=dispute.number)
    return Banner(_looked_at(now, dispute), f"{sentence(title_of(now, dispute))} {meanwhile}", url)


def title_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns what is the matter in a few words: the reason from the list, else how the own words begin."""
    if dispute.appeals is not None:
        # Who appeals against whose ruling.
        node = entry_at(now, dispute.appeals)
        by = node.event.by if node is not None and isinstance(node.event, Ruling) else None
        return appeals_said(dispute.by, by if isinstance(by, str) else "")
    if dispute.why != OTHER or not dispute.text:
        return reason_said(now.table.game, dispute.why)
    if len(dispute.text) <= LONGEST_QUOTE:
        return dispute.text
    return f"{dispute.text[:LONGEST_QUOTE].rsplit(' ', 1)[0].rstrip('.,;: ')}…"


def outcome_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns what came of a call or an appeal."""
    if dispute.is_open or dispute.withdrawn:
        return _("open") if dispute.is_open else _("withdrawn")
    if dispute.appeals is None:
        return _("ruled")
    changed = any(isinstance(one.says, Reopened) and one.says.appeal == dispute.number for one in now.desk.lines)
    return _("changed") if changed else _("upheld")


def quote_of(now: Snapshot, dispute: Dispute) -> str:
    """Returns the own words, where the title does not say them all."""
    return "" if dispute.text == title_of(now, dispute) else dispute.text


def about(now: Snapshot, viewer: Viewer, dispute: Dispute, *, hand: bool = True) -> Markup | str:
    """Returns what a dispute is about, as far as this viewer may see it: an entry, a hand, or the match.

    Where the reader knows the hand, of a hand nothing or its trick.
    """
    if dispute.hand is not None:
        return trick_said(now.table.game, dispute.hand if hand else 0, dispute.trick or 0)
    if dispute.about is None:
        return _("The match as a whole")
    node = entry_at(now, dispute.about)
    return _("An entry that was taken back") if node is None else placed(now, viewer, node)


def about_of_ruling(now: Snapshot, viewer: Viewer, place: int, *, hand: bool = True) -> Markup | str | None:
    """Returns the hand, the trick or the match that was ruled on; None where it was a single entry."""
    dispute = now.desk.of_ruling(place)
    return None if dispute is None or dispute.about is not None else about(now, viewer, dispute, hand=hand)


def _looked_at(now: Snapshot, dispute: Dispute) -> str:
    """Who asks; of a card that a referee looks at, its trick."""
    if dispute.appeals is not None:
        return _("Appeal")
    node = None if dispute.about is None else entry_at(now, dispute.about)
    of_play = trick_of(now, node) if node is not None and isinstance(node.event, Play) else None
    number = dispute.trick or of_play
    if not number or not has_referee(now):
        return asked(dispute.by)
    return looked_at(now.table.game, number)
