"""Pages of the invites of evenings: what a link, a code or a card opens, by its role."""

from collections.abc import Callable, Mapping

from werkzeug.wrappers import Response

from webapp.club.evening.evening_visit import evening_viewer
from webapp.club.evening.joining import check_in, evening_move, helper_invite, table_card, watch_invite
from webapp.club.evening.joining.evening_answers import Page, ended_invite_page, to_evening
from webapp.seats.link_cookie import TOKEN
from webapp.services import services
from webapp.store.evening_models import EveningInvite
from webapp.store.evening_roles import CARD, MOVE, EveningInviteRole, EveningRole

Shows = Callable[[EveningInvite], Response | Page]
PAGES: Mapping[EveningInviteRole, tuple[Shows, Shows]] = {
    EveningRole.PLAYER: (check_in.show, check_in.take),
    EveningRole.WATCHER: (watch_invite.show, watch_invite.take),
    EveningRole.DEPUTY: (helper_invite.show, helper_invite.take),
    EveningRole.REFEREE: (helper_invite.show, helper_invite.take),
    EveningRole.ORGANISER: (helper_invite.show, helper_invite.take),
    MOVE: (evening_move.show, evening_move.take),
    CARD: (table_card.show, table_card.take),
}


def evening_invite_of(token: str) -> EveningInvite | None:
    """Returns the invite of an evening with this token, valid or not."""
    return services().store.evening_invite_of(token) if TOKEN.fullmatch(token) else None


def show(invite: EveningInvite) -> Response | Page:
    """Shows what an invite offers."""
    return _ended(invite) or PAGES[invite.role][0](invite)


def take(invite: EveningInvite) -> Response | Page:
    """Takes what an invite offers."""
    return _ended(invite) or PAGES[invite.role][1](invite)


def _ended(invite: EveningInvite) -> Response | Page | None:
    """Where an invite leads that lets nobody in any more: whoever took it goes to the evening."""
    if invite.is_valid:
        return None
    took = invite.role in (EveningRole.DEPUTY, EveningRole.REFEREE, EveningRole.ORGANISER, MOVE)
    viewer = evening_viewer(invite.evening_id)
    mine = viewer.may_see if invite.role == MOVE else viewer.role == invite.role
    return to_evening(invite.evening_id) if took and mine else ended_invite_page(invite)
