"""What the referees of an evening do over all its tables: the desk, penalties, announcements, rulings."""
