"""Circles of regular players: players, matches, ratings, seasons, forgetting, files."""
