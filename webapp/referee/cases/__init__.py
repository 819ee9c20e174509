"""A case as its page shows it: what happened, what is proven and what is not, the rules, what a person may rule.

subject: what a case is about · stretch: the hand it fell in · laid_out: its plays as cards · verdict: what can be said
of a play · unseen: what a card still unseen would mean · cited: the rules in full · entered: who entered what ·
remedies: what may be ruled, with its effect · suggested: amounts and where they come from · given: earlier rulings ·
page: all of it together.
"""
