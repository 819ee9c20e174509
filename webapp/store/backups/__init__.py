"""Backups of the whole database: made on request and by themselves, checked, and restored.

A backup is one SQLite file, whichever database it comes from: it can be restored into either.
"""
