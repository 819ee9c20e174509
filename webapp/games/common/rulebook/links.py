"""Links into the rule book: a rule that is cited anywhere opens there, with the options of its table."""

from flask import request, url_for

from webapp.games.common.rulebook import is_rule_of


def rule_url(game: str, rule: str, table_id: int | None = None) -> str | None:
    """Returns where this rule stands in the book, as it holds at this table; None where the book has no such rule.

    What a log or a record gives as a rule may be any text: that is shown, and becomes no part of an address.

    The way back leads to the page that cites it. What answers an entry is no page: from there it leads to the table.
    """
    if not is_rule_of(game, rule):
        return None
    back = f"{request.script_root}{request.full_path}".rstrip("?") if request.method == "GET" else None
    return url_for("rules.show", game=game, table=table_id, back=back, _anchor=rule)
