"""Statistics of matches: of a player, a pair, a game, a season; no Flask, no store."""
