"""Sentences. Codes and facts come in, what a person reads goes out, in the language of the request.

cards: names of cards · turns: whose turn it is and what it is about · refusals: why not · entries: what was entered
"""

from webapp.words.cards import card_name, card_names, card_said, suit_name

__all__ = ["card_name", "card_names", "card_said", "suit_name"]
