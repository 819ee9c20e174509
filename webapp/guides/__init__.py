"""How each game is entered, told with a sample hand that the rules themselves fold."""

from collections.abc import Mapping

from webapp.guides import deep_six, sechsundsechzig, sichere_six, sichermans_war, sixes_and_sevens
from webapp.guides.guide import Guide

GUIDES: Mapping[str, Guide] = {
    module.GUIDE.game: module.GUIDE
    for module in (sichere_six, sixes_and_sevens, deep_six, sechsundsechzig, sichermans_war)
}
"""The guide of each game by its name."""
