"""The rules of card and dice games: pure functions over frozen states.

Nothing in here knows of the web, a database, the clock, a language or chance. `replay` folds a log of events,
`games` holds one package a game, and every refusal names a rule of the rule book.
"""
