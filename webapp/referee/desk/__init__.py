"""The referee's desk: disputes, pauses and referees beside a record, and what its pages show."""
