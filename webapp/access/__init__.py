"""Devices and their rights: grants, invites, codes, joining, moving, recovery."""
