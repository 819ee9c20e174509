"""Pages of the whole site: home, settings, invites, a new table, rules, health, faults."""
