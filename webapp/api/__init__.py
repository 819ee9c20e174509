"""JSON API for other programs: records and events as JSON, errors as problem+json (record, section 7)."""
