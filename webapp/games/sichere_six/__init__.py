"""Sichere Six on the web."""
