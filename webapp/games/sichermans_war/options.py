"""Options of Sicherman’s War in words."""

from collections.abc import Mapping

from webapp.games.common.option_words import OptionWords
from webapp.http.language import lazy_gettext as _l

OPTIONS: Mapping[str, OptionWords] = {
    "jokers": OptionWords(
        _l("Jokers"),
        ("WAR-1",),
        {
            False: (_l("Without"), None),
            True: (_l("Two in each pack"), _l("A Joker counts 1 and is worth 20 points.")),
        },
        also=("WAR-5", "WAR-11"),
        agreed={
            False: _l("At this table the Jokers stay out."),
            True: _l("At this table there are two Jokers in each pack."),
        },
    ),
}
CHOICES: Mapping[str, OptionWords] = {
    "odds": OptionWords(
        _l("Odds of the dice"),
        answers={
            "no": (_l("Hidden"), None),
            "yes": (_l("Shown"), _l("How often each die, and the best of them together, would win.")),
        },
    ),
}
