"""Sentences. Codes and facts come in, what a person reads goes out, in the language of the request.

cards: names of cards · turns: whose turn it is and what it is about · entries: what was entered · refusals: why not ·
proofs: what proves a breach · scoring: why this score, and what ends a match · games: names of games
"""

from webapp.words.cards import card_name, card_names, card_said, suit_name

__all__ = ["card_name", "card_names", "card_said", "suit_name"]
