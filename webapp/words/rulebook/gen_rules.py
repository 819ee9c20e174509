"""Chapter GEN of the rule book: what holds at every table."""

from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook.rule import Rule

RULES = (
    Rule(
        "GEN-1",
        "decided",
        _l("No penalty by itself"),
        _l(
            "None of the games names a penalty for a revoke. The app states the fact, the rule and "
            "the proof; people decide."
        ),
    ),
    Rule(
        "GEN-2",
        "decided",
        _l("First: was it entered wrongly?"),
        _l("A wrong tap is likelier than a wrong card. Correcting an entry is always free."),
    ),
    Rule(
        "GEN-3",
        "decided",
        _l("Remedies, mildest first"),
        _l("Correct it while the trick lies open; let it stand and note it; adjust the score; void the hand."),
    ),
    Rule(
        "GEN-4",
        "decided",
        _l("Four words for a judgement"),
        _l(
            "A play is legal, illegal by a numbered rule, not to be decided yet, or proven illegal by two cards. "
            "Where several plays cannot all be right, the app says so and accuses nobody."
        ),
    ),
    Rule(
        "GEN-5",
        "decided",
        _l("What is closed stays closed"),
        _l(
            "What players must remember or may not look at is not shown while the hand lasts, unless "
            "the table plays with an open book."
        ),
    ),
    Rule(
        "GEN-6",
        "decided",
        _l("Misdeal"),
        _l("After a misdeal or an exposed card the same dealer deals again, and nothing scores."),
    ),
)
