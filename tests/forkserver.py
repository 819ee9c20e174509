"""A process that has imported all that servers import, and forks them: importing takes longer than most tests.

`python -m tests.forkserver NUMBER` listens at the socket that it inherits under this number, until its standard input
ends. Who asks sends where the output goes and what the program is called and told; the answer is the number of its
process, and, once that has ended, its status.
"""

# All that speaks to whoever asks is taken before gevent patches: it may block.
import gc
import json
import os
import runpy
import signal
import sys
from importlib import import_module
from os import fork, waitpid
from pkgutil import iter_modules
from select import select
from socket import recv_fds, socket
from struct import Struct
from types import SimpleNamespace
from typing import Any, NoReturn

from gevent import monkey

NUMBER = Struct("!i")
"""What is answered: the number of a process, its status."""


def main(number: int) -> None:
    """Forks whatever is asked for. Nothing is imported before somebody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    imported = False
    with socket(fileno=number) as listener:
        while sys.stdin not in select([listener, sys.stdin], [], [])[0]:
            with listener.accept()[0] as connection:
                imported = imported or _import_all()
                if fork() == 0:
                    listener.close()
                    _keep(connection)


def _import_all() -> bool:
    monkey.patch_all()
    from webapp.http.process_limits import collect_garbage_seldom

    collect_garbage_seldom()
    from flask import Flask
    from sqlalchemy.orm import configure_mappers

    import webapp.cli
    import webapp.factory
    import webapp.server.gevent_server
    from tests.compiled import CompiledRule
    from webapp import addresses, games
    from webapp.config import Config
    from webapp.http.security import PlainInteger

    for game in iter_modules(games.__path__, f"{games.__name__}."):
        import_module(game.name)
    # Each server maps its tables, compiles its addresses, and looks for garbage in all that is loaded: once, here.
    configure_mappers()
    app = Flask(__name__)
    app.url_rule_class = CompiledRule
    app.extensions["sixfold"] = SimpleNamespace(config=Config())
    app.url_map.converters["int"] = PlainInteger
    addresses.init_app(app)
    gc.freeze()
    return all((webapp.cli, webapp.factory, webapp.server.gevent_server))


def _keep(connection: socket) -> NoReturn:
    """Starts one program, and stays until it ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = recv_fds(connection, 1, 2)
    with connection.makefile() as asked:
        program = json.load(asked)
    child = fork()
    if child == 0:
        connection.close()
        _become(program, streams)
    for stream in streams:
        os.close(stream)
    connection.sendall(NUMBER.pack(child))
    connection.sendall(NUMBER.pack(os.waitstatus_to_exitcode(waitpid(child, 0)[1])))
    os._exit(0)


def _become(program: dict[str, Any], streams: list[int]) -> NoReturn:
    """Runs a module as `python -m` does, and ends with it."""
    import gevent
    from flask import Flask

    from tests.compiled import kept

    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        for number, stream in enumerate([nothing.fileno(), *streams]):
            os.dup2(stream, number)
    for stream in streams:
        os.close(stream)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gevent.reinit()
    os.environ.clear()
    os.environ.update(program["environment"])
    for name, value in kept().items():
        setattr(Flask, name, value)
    sys.argv = [program["module"], *program["arguments"]]
    runpy.run_module(program["module"], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main(int(sys.argv[1]))
