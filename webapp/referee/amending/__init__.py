"""Amending the past: a draft of changes, its result, and the pages of its editor."""
