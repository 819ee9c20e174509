"""Check-in, cards of tables, helpers, moves to another phone, tables that play already."""
