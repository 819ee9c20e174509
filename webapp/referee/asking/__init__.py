"""Change requests: entries that wait for the referee's leave, or for all sides to agree.

filing: requesting a change, who agrees to it, and deciding it · request_page: the page of a request, with its effect.
"""
