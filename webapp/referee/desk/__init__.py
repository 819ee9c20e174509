"""The referee's desk: disputes, pauses and referees of a table, and its pages."""
