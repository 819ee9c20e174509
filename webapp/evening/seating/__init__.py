"""Who sits where in a round: draw, everybody with everybody, by standing, fixed; no Flask, no store."""
