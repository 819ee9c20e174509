"""Refereeing all tables of an evening: desk, penalties, adjusted results, incidents."""
