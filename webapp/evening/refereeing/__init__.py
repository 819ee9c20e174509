"""Refereeing all tables of an evening: desk, penalties, announcements."""
