"""What archives of evenings and of circles share: tables with their records, faults, reading, writing."""
