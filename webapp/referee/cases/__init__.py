"""A case as its page shows it: what happened, what is proven and what is not, the rules, what a person may rule.

subject: what a case is about · case_text: what it tells · plays: its plays as cards, trick by trick · story: entries in
words · evidence: what the entries tell of a claim · verdict: what can be said of a play · unseen_cards: what a card
still unseen would mean · rules_cited: the rules in full · entry_history: who entered what · correctable: plays that may
be corrected · remedies: what may be ruled, with its effect · suggested_points: amounts and where they come from ·
photos: what is kept of the cards that lay there · ruling_form, ruling: the ruling as it is made · visibility: which
entries are shown to whom · case_page: all of it together.
"""
