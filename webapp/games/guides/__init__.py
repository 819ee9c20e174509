"""How each game is entered, told with a sample hand that the rules themselves fold."""

from collections.abc import Mapping

from webapp.games.deep_six import guide as deep_six
from webapp.games.guide import Guide
from webapp.games.sechsundsechzig import guide as sechsundsechzig
from webapp.games.sichere_six import guide as sichere_six
from webapp.games.sichermans_war import guide as sichermans_war
from webapp.games.sixes_and_sevens import guide as sixes_and_sevens

GUIDES: Mapping[str, Guide] = {
    module.GUIDE.game: module.GUIDE
    for module in (deep_six, sechsundsechzig, sichere_six, sichermans_war, sixes_and_sevens)
}
"""The guide of each game by its name."""
