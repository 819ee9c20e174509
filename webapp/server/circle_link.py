"""Command `sixfold circle-link`: shows the recovery code of a circle. It only reads, beside the running server."""

from typing import TextIO

from webapp.config import Config
from webapp.http.network import public_url
from webapp.seats.qr import print_qr
from webapp.server.host_link import CannotShow
from webapp.store import Store
from webapp.store.backups.copies import STORAGE_ERRORS, error_text
from webapp.store.circle_models import Circle, CircleInviteRole
from webapp.store.engines import read_only_url
from webapp.store.join_codes import format_code


def show(config: Config, circle_id: int | None, out: TextIO) -> None:
    """Prints the link of a circle's recovery code with its QR, or which circles there are. Raises CannotShow."""
    store = Store(read_only_url(config.database))
    try:
        if circle_id is None:
            _list(store.all_circles(), out)
        else:
            _link(store, config, circle_id, out)
    except STORAGE_ERRORS as problem:
        raise CannotShow(
            f"The database cannot be read: {error_text(problem)}. `sixfold serve` makes it, and brings an older one "
            "up to date; `sixfold doctor` looks it over."
        ) from problem
    finally:
        store.close()


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
    server = public_url(config)
    url = f"{server}/join/{invite.token}"
    print(f"{circle.id:>6}  {circle.name}", file=out)
    print(f"\nWhoever opens this belongs to the circle, once: {url}", file=out)
    print_qr(url, out)
    print(f"Or type {format_code(invite.code)} at {server}", file=out)
