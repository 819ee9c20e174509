"""What matches come to over time: of a player, a pair, a game, a season. No Flask, no store."""
