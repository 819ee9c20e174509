"""Every address of a circle with every method, and what it answers to each role: a new one needs a row here.

`host` is a player of it and hosts a table that belongs to no circle, too, and one of a finished match; `member` has
joined by the code, `elsewhere` is in another one.
"""

from tests.web.support.routes import Row

ROLES = ("host", "member", "stranger", "elsewhere")
TABLE = """
                                             host, member, stranger, elsewhere
GET  /circles/<circle_id>                                 200 200 404 404
GET  /circles/<circle_id>/matches                         200 200 404 404
GET  /circles/<circle_id>/calendar                        200 200 404 404
GET  /circles/<circle_id>/matches/<match_id>              200 200 404 404
POST /circles/<circle_id>/matches/<match_id>/note         400 400 404 404
GET  /circles/<circle_id>/matches/<match_id>/result.png   200 200 404 404
GET  /circles/<circle_id>/seasons                         200 200 404 404
GET  /circles/<circle_id>/seasons/new                     200 200 404 404
POST /circles/<circle_id>/seasons                         400 400 404 404
GET  /circles/<circle_id>/seasons/<season_id>             200 200 404 404
POST /circles/<circle_id>/seasons/<season_id>             422 422 404 404
GET  /circles/<circle_id>/seasons/<season_id>/edit        200 200 404 404
GET  /circles/<circle_id>/seasons/<season_id>/evenings/<day>  200 200 404 404
GET  /circles/<circle_id>/seasons/<season_id>/standing.png  200 200 404 404
GET  /circles/<circle_id>/calendar/<key>.ics              404 404 404 404
POST /circles/<circle_id>/seasons/<season_id>/end         303 303 404 404
POST /circles/<circle_id>/seasons/<season_id>/remove      303 303 404 404
GET  /circles/<circle_id>/files                           200 200 404 404
GET  /circles/<circle_id>/files/<name>.csv                200 200 404 404
GET  /circles/<circle_id>/files/circle.json               200 200 404 404
GET  /circles/<circle_id>/files/circle-<number>.zip       404 404 404 404
GET  /circles/<circle_id>/files/own-matches.csv           200 404 404 404
GET  /circles/<circle_id>/files/own-figures.csv           200 404 404 404
GET  /circles/<circle_id>/files/own.json                  200 404 404 404
GET  /circles/<circle_id>/open                            200 200 404 404
GET  /circles/<circle_id>/more                            200 200 404 404
GET  /circles/<circle_id>/share                           200 200 404 404
POST /circles/<circle_id>/codes                           400 400 404 404
POST /circles/<circle_id>/codes/fresh                     400 400 404 404
GET  /circles/<circle_id>/recovery                        200 200 404 404
GET  /circles/<circle_id>/phones                          200 200 404 404
GET  /circles/<circle_id>/phones/<number>/out             404 404 404 404
POST /circles/<circle_id>/phones/<number>/out             404 404 404 404
POST /circles/<circle_id>/tables                          303 404 404 404
POST /circles/<circle_id>/tables/back                     303 404 404 404
POST /circles/<circle_id>/tables/<table_id>/join           400 400 404 404
GET  /circles/<circle_id>/players                         200 200 404 404
POST /circles/<circle_id>/players/rename                  400 400 404 404
POST /circles/<circle_id>/players/merge                   400 400 404 404
POST /circles/<circle_id>/players/guest                   400 400 404 404
POST /api/v1/circles/<circle_id>/players/<number>/guest 415 415 404 404
POST /circles/<circle_id>/players/merged/<merge_id>/undo  404 404 404 404
POST /api/v1/circles/<circle_id>/players/merge          415 415 404 404
GET  /api/v1/circles/<circle_id>/players/merged         200 200 404 404
POST /api/v1/circles/<circle_id>/players/merged/<number>/undo  404 404 404 404
GET  /circles/<circle_id>/phone                           200 200 404 404
POST /circles/<circle_id>/phone                           303 303 404 404
GET  /circles/<circle_id>/games/<game>                    200 200 404 404
GET  /circles/<circle_id>/games/<game>/rating             200 200 404 404
GET  /circles/<circle_id>/players/<player_id>             200 200 404 404
GET  /circles/<circle_id>/players/<player_id>/with/<other_id> 200 200 404 404
GET  /api/v1/circles/<circle_id>                          200 200 404 404
GET  /api/v1/circles/<circle_id>/players                  200 200 404 404
GET  /api/v1/circles/<circle_id>/matches                  200 200 404 404
GET  /api/v1/circles/<circle_id>/ratings                  200 200 404 404
GET  /api/v1/circles/<circle_id>/seasons                  200 200 404 404
GET  /api/v1/circles/<circle_id>/own                      200 404 404 404
POST /api/v1/circles/<circle_id>/tables/<number>/join   415 415 404 404
GET  /circles/<circle_id>/players/forget                  400 400 404 404
POST /circles/<circle_id>/players/forget                  400 400 404 404
GET  /api/v1/circles/<circle_id>/files/<number>         404 404 404 404
GET  /circles/<circle_id>/joined                          200 200 404 404
POST /circles/<circle_id>/joined                          400 400 404 404
POST /circles/<circle_id>/joined/<join_id>/undo           404 404 404 404
GET  /api/v1/circles/<circle_id>/joined                   200 200 404 404
POST /api/v1/circles/<circle_id>/joined                   415 415 404 404
POST /api/v1/circles/<circle_id>/joined/<number>/undo    404 404 404 404
GET  /circles/<circle_id>/meetings/new                    200 200 404 404
POST /circles/<circle_id>/meetings                        400 400 404 404
GET  /circles/<circle_id>/meetings/<meeting_id>           200 200 404 404
POST /circles/<circle_id>/meetings/<meeting_id>           422 422 404 404
GET  /circles/<circle_id>/meetings/<meeting_id>/edit      200 200 404 404
GET  /circles/<circle_id>/meetings/<meeting_id>/evening      200 200 404 404
GET  /circles/<circle_id>/meetings/<meeting_id>/evening.ics  200 200 404 404
POST /circles/<circle_id>/meetings/<meeting_id>/off       400 400 404 404
POST /circles/<circle_id>/meetings/<meeting_id>/answer    422 422 404 404
POST /circles/<circle_id>/meetings/<meeting_id>/evening   400 400 404 404
GET  /api/v1/circles/<circle_id>/meetings                 200 200 404 404
POST /api/v1/circles/<circle_id>/meetings                 415 415 404 404
POST /api/v1/circles/<circle_id>/meetings/<number>        415 415 404 404
POST /api/v1/circles/<circle_id>/meetings/<number>/off    415 415 404 404
POST /api/v1/circles/<circle_id>/meetings/<number>/answer 415 415 404 404
GET  /circles/<circle_id>/results                         200 200 404 404
POST /circles/<circle_id>/results                         200 200 404 404
POST /circles/<circle_id>/results/bring                   200 200 404 404
GET  /circles/<circle_id>/results/sample.csv              200 200 404 404
POST /circles/<circle_id>/matches/<match_id>/posts        400 400 404 404
POST /circles/<circle_id>/matches/<match_id>/posts/<post_id>/remove  404 404 404 404
GET  /circles/<circle_id>/matches/<match_id>/posts/<post_id>/photo.jpg  404 404 404 404
GET  /api/v1/circles/<circle_id>/matches/<number>/posts 404 404 404 404
POST /api/v1/circles/<circle_id>/matches/<number>/posts 415 415 404 404
POST /api/v1/circles/<circle_id>/posts/<number>/remove  404 404 404 404
POST /circles/<circle_id>/matches/<match_id>/remove       404 404 404 404
POST /api/v1/circles/<circle_id>/results                415 415 404 404
POST /api/v1/circles/<circle_id>/results/look           415 415 404 404
POST /circles/<circle_id>/from-files                      400 400 404 404
POST /api/v1/circles/<circle_id>/codes                  415 415 404 404
POST /api/v1/circles/<circle_id>/codes/fresh            415 415 404 404
POST /api/v1/circles/<circle_id>/evenings               415 415 404 404
POST /api/v1/circles/<circle_id>/evenings/back          415 415 404 404
POST /api/v1/circles/<circle_id>/from-files             415 415 404 404
GET  /api/v1/circles/<circle_id>/devices                  200 200 404 404
POST /api/v1/circles/<circle_id>/devices/<grant_id>/out   404 404 404 404
POST /api/v1/circles/<circle_id>/leave                  204 204 404 404
POST /api/v1/circles/<circle_id>/matches/<number>/note  404 404 404 404
POST /api/v1/circles/<circle_id>/matches/<number>/remove  404 404 404 404
POST /api/v1/circles/<circle_id>/meetings/<number>/evening  404 404 404 404
POST /api/v1/circles/<circle_id>/player                 415 415 404 404
POST /api/v1/circles/<circle_id>/players/<number>/forget  404 404 404 404
POST /api/v1/circles/<circle_id>/players/<number>/rename  415 415 404 404
POST /api/v1/circles/<circle_id>/seasons                415 415 404 404
POST /api/v1/circles/<circle_id>/seasons/<number>       404 404 404 404
POST /api/v1/circles/<circle_id>/seasons/<number>/end   404 404 404 404
POST /api/v1/circles/<circle_id>/seasons/<number>/remove  204 204 404 404
POST /api/v1/circles/<circle_id>/tables                 415 415 404 404
POST /api/v1/circles/<circle_id>/tables/back            415 415 404 404
POST /circles/<circle_id>/leave                           303 303 404 404
"""


def is_of_circles(rule: str) -> bool:
    """Tells whether an address is that of one circle."""
    return "<circle_id>" in rule


def _row(line: str) -> Row:
    method, rule, *answers = line.split()
    return Row(method, rule, tuple(map(int, answers)))


ROWS = [_row(line) for line in TABLE.strip().splitlines()[1:]]
