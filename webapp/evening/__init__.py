"""Evenings of many tables: list, rounds, seating, results, standing, hall, desk, archive."""
