"""Who takes part at a table: devices and their rights, seats, invitations, joining, moving and recovery."""
