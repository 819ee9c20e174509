"""Running an evening: its settings, the organiser's page, helpers."""
