"""KNV: the rules of Knaves."""

from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook import Rule

RULES = (
    Rule("KNV-1", "text", _l("Pack and players"), _l("Three or four people play with one pack of 52 cards.")),
    Rule("KNV-2", "text", _l("The deal"), _l("Everybody gets 17 cards of three, or 13 of four.")),
    Rule("KNV-3", "text", _l("First lead"), _l("The player on the dealer’s left leads.")),
    Rule("KNV-4", "text", _l("Clockwise"), _l("Everybody plays one card to a trick, clockwise.")),
    Rule("KNV-5", "text", _l("Following suit"), _l("Follow the led suit if you can, else play any card.")),
    Rule("KNV-6", "text", _l("The trick"), _l("The highest card of the led suit takes it. Its player leads next.")),
    Rule("KNV-7", "text", _l("Scoring"), _l("Each trick is a point. Each knave in it costs one.")),
    Rule("KNV-8", "text", _l("The end"), _l("Everybody deals once. The most points win.")),
    Rule("KNV-9", "decided", _l("Equals"), _l("The text is silent about equals: they share the win.")),
    Rule("KNV-V1", "option", _l("Dear knaves"), _l("Each knave costs two points.")),
)
