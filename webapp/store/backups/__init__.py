"""Copies of the whole database: made by hand and by itself, checked, and put back.

A backup is one SQLite file, whichever database it comes from: it can be put back into either.
"""
