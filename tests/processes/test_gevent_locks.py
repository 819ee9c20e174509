"""Under gevent our locks let the other greenlets go on. That they do depends on who is imported when."""

import subprocess
import sys

from tests.running import PATIENCE

LOCKS_OF_GREENLETS = f"""
import sys
import webapp.cli
early = {{name for name in sys.modules if name in ("flask", "sqlalchemy") or name.startswith("webapp.")}}
assert early <= {{"webapp.cli", "webapp.http", "webapp.http.limits"}}, early  # the latter are numbers alone
from gevent import monkey, sleep, spawn, joinall
monkey.patch_all()
from webapp.store.engines import FairLock, FairRLock
from webapp.journal.hub import Hub
lock, table, hub, done = FairLock(), FairRLock(), Hub(), []
def write(number):
    with lock:
        sleep(0)
        done.append(number)
def enter(number):
    with table:
        sleep(0)
        with table:
            sleep(0)
        sleep(0)
        done.append(number)
def come_again():
    with table:
        sleep(0)
        done.append("first")
    with table:
        done.append("again")
def wait():
    with table:
        done.append("who waited")
def read():
    with hub.watch(1, 1) as watch:
        done.append(watch.wait({PATIENCE}))
joinall([spawn(write, number) for number in range(5)], raise_error=True)
joinall([spawn(enter, number) for number in range(5, 8)], raise_error=True)
joinall([spawn(come_again), spawn(wait)], raise_error=True)
reader = spawn(read)
sleep(0)
hub.publish(1)
joinall([reader], raise_error=True)
print(done)
"""


def test_greenlets_take_turns_and_are_woken() -> None:
    child = [sys.executable, "-W", "ignore", "-c", LOCKS_OF_GREENLETS]
    ran = subprocess.run(child, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stderr == ""
    assert ran.stdout == "[0, 1, 2, 3, 4, 5, 6, 7, 'first', 'who waited', 'again', True]\n"
