"""Seats: devices and their rights, invites, joining, moving to another device, recovery, new tables."""
