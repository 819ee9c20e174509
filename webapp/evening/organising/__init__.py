"""What runs an evening: its settings, the organiser's page, who helps."""
