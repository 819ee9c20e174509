"""Change requests: entries that wait for the referee's leave, or for all sides to agree.

filing: requesting a change · deciding: allowing, refusing, agreeing, withdrawing ·
agreeing_sides: who agrees where · request_page: the page of a request, with its effect.
"""
