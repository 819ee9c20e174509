"""What a table of Knaves agrees on before the first deal."""

from webapp.http.language import lazy_gettext as _l
from webapp.words.rulebook import OptionWords

OPTIONS = {
    "knave_costs": OptionWords(
        _l("What a knave costs"),
        ("KNV-V1",),
        {1: (_l("One point"), None), 2: (_l("Two points"), _l("Then the four knaves cost eight."))},
        also=("KNV-7",),
        agreed={
            1: _l("At this table each knave costs one point."),
            2: _l("At this table each knave costs two points."),
        },
    )
}
