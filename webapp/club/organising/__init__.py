"""What runs an evening: its settings, the organiser's page, results entered by hand, who helps."""
