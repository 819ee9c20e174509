"""Sixes and Sevens on the web."""
