"""Shared parts of the pages of a table."""
