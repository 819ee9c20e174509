"""Questions about closed tricks, and databases that were put back, in words."""

from markupsafe import Markup

from webapp.http.language import gettext as _
from webapp.table.lines.house import AskedClosed
from webapp.words.entry_kit import card_mark
from webapp.words.phrases import marked


def question_said(who: str, asked: AskedClosed) -> Markup:
    """Returns the line of the table: which phone, and what was answered."""
    return marked("%(who)s: %(what)s", who=who[:1].upper() + who[1:], what=what_was_asked(asked))


def what_was_asked(asked: AskedClosed) -> Markup:
    """Returns the line of the log without the phone, which the log names elsewhere."""
    place, card = asked.place, asked.card
    if asked.taken and place is not None and card:
        sentence = _("entry %(number)s was corrected to %(card)s, and compared with the cards that lie closed.")
        return marked(sentence, number=place + 1, card=card_mark(card))
    if card:
        return marked(_("%(card)s was not taken. It has been played, and lies closed."), card=card_mark(card))
    if asked.type == "hand":
        return marked(_("a hand was entered privately, and compared with the cards that lie closed."))
    if place is not None:
        sentence = _("a correction of entry %(number)s was not taken, and that told something of closed cards.")
        return marked(sentence, number=place + 1)
    return marked(_("an entry was not taken, and that told something of closed cards."))


def put_back(seen: int, ended: int) -> str:
    """Returns what the table is told once a phone knows a later entry than its log."""
    return _(
        "A phone here had seen entry %(seen)s; the table ended at %(ended)s: a backup was put back. "
        "Enter again what is missing.",
        seen=seen,
        ended=ended,
    )


def put_back_for_one(seen: int, ended: int) -> str:
    """Returns what a phone is told that enters on a page with a later entry than the log's."""
    return _(
        "This phone had seen entry %(seen)s; the table now ends at %(ended)s: a backup was put back. Look again.",
        seen=seen,
        ended=ended,
    )
