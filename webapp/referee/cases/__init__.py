"""Cases and their page: what happened, what is proven, the rules, what may be ruled.

subject: the matter of a case, and its visibility · case_text: its text · plays: its plays as cards, trick by trick ·
story: entries in words, their evidence, unseen cards · verdict: the verdict on a play, admissions · remedies: possible
rulings with their effects · making, rulings: making a ruling · taking_back: reopening one · appeals: appeals against
one · photos, photo_page: photos of the cards · case_page: the page.
"""
