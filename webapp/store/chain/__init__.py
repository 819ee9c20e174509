"""Keyed hash chain of every table: each line of its log and of its desk confirms the one before it.

Without the key, a holder of the database or of a backup can change no line and cut none off unnoticed.
"""
