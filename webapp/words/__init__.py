"""Sentences that belong to no single game, in the language of the request: codes and facts in, texts out.

A function that ends in `_said` returns a part of a sentence, as *the seven of clubs*; a module that ends in `_kit`
holds what a game puts its own words together with.
"""
