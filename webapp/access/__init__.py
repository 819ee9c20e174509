"""Devices and their rights: links and codes to join by, seats and requests for one, opening a table, visits."""
