"""Asking: changes that wait for the referee's leave, or for all sides to agree.

filing: a change is asked for · deciding: it is allowed, refused, agreed on or taken back ·
agreeing_sides: who agrees where · request_page: how it is shown, with its effect.
"""
