"""The score sheet and its chart, explanations of scores, audits of hands, the end of a match."""
