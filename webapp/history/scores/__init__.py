"""The score sheet, why a hand scored what it did, what can be said about its play, and points that people adjust."""
