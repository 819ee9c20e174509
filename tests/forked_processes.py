"""Child processes that may be killed. They are forked from a clean process that has everything imported already."""

from multiprocessing import get_context

CHILDREN = get_context("forkserver")
CHILDREN.set_forkserver_preload(["webapp.factory", "tests.preloaded"])
