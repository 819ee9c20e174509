"""Command `sixfold circle-link`: shows the recovery code of a circle. It only reads, beside the running server."""

from typing import TextIO

from webapp.config import Config
from webapp.server.recovery_links import CannotShow, print_link, store_to_read
from webapp.store import Store
from webapp.store.circle_models import Circle, CircleInviteRole


def show(config: Config, circle_id: int | None, out: TextIO) -> None:
    """Prints the link of a circle's recovery code with its QR, or which circles there are. Raises CannotShow."""
    with store_to_read(config) as store:
        if circle_id is None:
            _list(store.all_circles(), out)
        else:
            _link(store, config, circle_id, out)


def _list(circles: list[Circle], out: TextIO) -> None:
    if not circles:
        raise CannotShow("There is no circle yet.")
    for circle in circles:
        print(f"{circle.id:>6}  {circle.name}", file=out)
    print(f"\nsixfold circle-link {circles[0].id} shows the recovery code of circle {circles[0].id}.", file=out)


def _link(store: Store, config: Config, circle_id: int, out: TextIO) -> None:
    circle = store.circle(circle_id)
    if circle is None:
        raise CannotShow(f"There is no circle {circle_id}. sixfold circle-link lists them all.")
    invite = store.circle_invites(circle_id)[CircleInviteRole.RECOVERY]
    print(f"{circle.id:>6}  {circle.name}", file=out)
    print_link(config, "belongs to the circle", invite.token, invite.code, out)
