"""The score sheet, explanations of scores, audits of hands, and adjustments."""
