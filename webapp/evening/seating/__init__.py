"""Seatings of a round: draw, round robin, by standing, fixed; no Flask, no store."""
