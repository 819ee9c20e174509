"""Words that identify a request for a seat on two devices: *FOX 42*.

They are read from one device and compared with another one that may speak another language, so they are not translated:
most of these animals are written alike in English and German, and everybody knows the others.
"""

import secrets
from collections.abc import Collection

ANIMALS = (
    *("BISON", "BONOBO", "DINGO", "DODO", "EMU", "FLAMINGO", "FOX", "GECKO", "GIBBON", "GNU", "GORILLA"),
    *("HAMSTER", "IMPALA", "JAGUAR", "KIWI", "KOALA", "LEMMING", "LEOPARD", "OKAPI", "ORCA", "OTTER", "PANDA"),
    *("PANTHER", "PUMA", "PYTHON", "TAPIR", "TIGER", "WOLF", "WOMBAT", "YAK", "ZEBRA"),
)
LOWEST, HIGHEST = 10, 99


def new_word(taken: Collection[str]) -> str:
    """Returns a word of an animal that none of these words has, as long as there is one."""
    animals = {word.partition(" ")[0] for word in taken}
    free = [animal for animal in ANIMALS if animal not in animals] or ANIMALS
    return f"{secrets.choice(free)} {LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)}"
