"""Circles of people who meet again: players, matches, ratings, seasons, forgetting, files."""
