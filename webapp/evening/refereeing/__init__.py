"""What referees do over all tables of an evening: desk, penalties, announcements."""
