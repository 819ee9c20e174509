"""Keyed hash chain of every table: each line of its log and of its desk confirms the one before it.

Whoever has the database or a backup of it, but not the key, can change no line and cut none off unnoticed.
"""
