"""Comments and photos of a circle that are taken along."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from webapp.circle.archive.format import Photos, TakenCircle, TakenPost, TakenPosts
from webapp.history.records.metadata import stamp, time_of
from webapp.http.steps import let_others
from webapp.services import services
from webapp.store.circle_posts import Post
from webapp.store.models import BROUGHT, CasePhoto, utc_now
from webapp.table.player_names import is_readable


class Posts:
    """Comments on matches, each once; the importer may remove their texts."""

    @staticmethod
    def export(circle_id: int, table_id: int, players: Mapping[int, object]) -> tuple[TakenPosts, dict[str, bytes]]:
        """Returns the comments to a match, and their photos by file."""
        store, found, photos = services().store, list[TakenPost](), dict[str, bytes]()
        for one in store.posts_of_match(circle_id, table_id):
            photo = store.post_photo(circle_id, table_id, one.id)
            file = f"photos/{one.id}.jpg" if photo else ""
            if photo:
                photos[file] = photo
            player = one.player_id if one.player_id in players else None
            found.append(TakenPost(_key(one), stamp(one.made_at), one.text, player, file))
        for kept in store.photos_of_table(table_id):
            file = f"photos/case-{kept.id}.jpg"
            photos[file] = store.case_photo(table_id, kept.id) or b""
            cards, doubtful = tuple(kept.cards), tuple(kept.doubtful)
            at = stamp(kept.made_at)
            found.append(TakenPost(_key(kept), at, "", None, file, kept.case_code, cards, doubtful))
        return tuple(found), photos

    @staticmethod
    def check(found: TakenCircle) -> bool:
        """Tells whether phones of a circle could have written these."""
        numbers, files = {player.number for player in found.players}, [one.photo for one in found.posts if one.photo]
        return len(set(files)) == len(files) and all(
            (one.text or one.photo)
            and one.at
            and not (one.case and (one.text or one.player))
            and (not one.text or is_readable(one.text))
            and (one.player is None or one.player in numbers)
            for one in found.posts
        )

    @staticmethod
    def bring(
        circle_id: int, device_id: int, found: Iterable[tuple[int, TakenPost]], photos: Photos, here: Mapping[int, int]
    ) -> None:
        """Adds these comments to matches that lack them, up to the limit of each. `here`: the players here.

        The photo of who was forgotten here comes no more.
        """
        store, there = services().store, dict[int, set[str]]()
        gone = {number for number, one in store.circle_players(circle_id).items() if one.forgotten_at is not None}
        for table_id, post in found:
            player = here.get(post.player or 0)
            photo = None if player in gone else photos.get(post.photo)
            if table_id not in there:
                there[table_id] = {_key(it) for it in store.posts_of_match(circle_id, table_id)}
                there[table_id] |= {_key(it) for it in store.photos_of_table(table_id)}
            if post.case and photo and post.key not in there[table_id]:
                with suppress(LookupError):
                    _bring_evidence(circle_id, table_id, device_id, post, photo, gone)
                let_others()
            elif post.key not in there[table_id] and (post.text or photo):
                with suppress(LookupError):  # the match does not count here, or not any more
                    store.add_post(
                        circle_id,
                        table_id,
                        device_id=device_id,
                        player_id=player,
                        text=post.text,
                        photo=photo,
                        op=BROUGHT + post.key,
                        made_at=min(time_of(post.at), utc_now()),
                    )
                let_others()


def _bring_evidence(
    circle_id: int, table_id: int, device_id: int, post: TakenPost, photo: bytes, gone: Collection[int]
) -> None:
    """Adds a photo to its case, at an imported table only: a file adds nothing to cases ruled on here.

    Where somebody who sat there was forgotten it comes no more. Raises LookupError for no such match.
    """
    store, here = services().store, services().tables.at(table_id)
    match = store.circle_match(circle_id, table_id)
    if match is None or not here.desk.origins or not set(gone).isdisjoint(match.players):
        return
    pack = here.fold.game.cards[len(here.table.players)]
    store.keep_photo(
        CasePhoto(
            table_id=table_id,
            case_code=post.case,
            device_id=device_id,
            photo=photo,
            cards=[card for card in post.cards if card in pack],
            doubtful=[card for card in post.doubtful if card in pack],
            seq=0,
            op=BROUGHT + post.key,
            made_at=min(time_of(post.at), utc_now()),
        )
    )


def _key(post: Post | CasePhoto) -> str:
    op = post.op or str(post.id)
    return op.removeprefix(BROUGHT) if op.startswith(BROUGHT) else hashlib.sha256(op.encode()).hexdigest()
