"""Validated field types of desk lines from files. Stored lines are trusted."""

from typing import Annotated

from msgspec import Meta

from webapp.http.limits import (
    LONGEST_DISPUTE_TEXT,
    LONGEST_NAME,
    LONGEST_REASON,
    LONGEST_RULING_CODE,
    MOST_DESK_LINES,
    MOST_SEATS,
    MOST_UPLOADED_EVENTS,
)

Place = Annotated[int, Meta(ge=0, lt=MOST_UPLOADED_EVENTS)]
Places = Annotated[tuple[Place, ...], Meta(max_length=MOST_UPLOADED_EVENTS)]
Points = Annotated[tuple[Annotated[int, Meta(ge=-(2**53), le=2**53)], ...], Meta(max_length=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=MOST_UPLOADED_EVENTS)]
Number = Annotated[int, Meta(ge=1, le=MOST_DESK_LINES)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Code = Annotated[str, Meta(pattern=f"^[a-z0-9-]{{0,{2 * LONGEST_RULING_CODE}}}$")]
Words = Annotated[str, Meta(max_length=max(LONGEST_REASON, LONGEST_DISPUTE_TEXT))]
Card = Annotated[str, Meta(pattern="^([2-9TJQKA][CDHS]|X)$")]
Rule = Annotated[str, Meta(max_length=LONGEST_RULING_CODE, pattern=r"^[A-Z]*(-V?\d+)?$")]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
House = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
