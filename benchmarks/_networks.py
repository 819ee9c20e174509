"""A network between a phone and a server: a proxy that delays, loses, tears, repeats and holds what passes it."""

import asyncio
import random
import re
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

PIECE = 65536
BUSY = tuple(
    f"HTTP/1.1 {status} Busy\r\nContent-Length: 0\r\nConnection: close\r\n{more}\r\n".encode()
    for status, more in ((502, ""), (503, "Retry-After: 1\r\n"), (429, "Retry-After: 1\r\n"))
)
"""What a gateway says in the place of the server."""


@dataclass(frozen=True)
class Network:
    """What happens to a request and its answer; shares are between 0 and 1."""

    name: str
    least: float = 0.0
    most: float = 0.0
    """Seconds that whatever passes takes in one direction: each request and each piece of an answer anew."""
    rate: float = 0.0
    """Bytes of answers a second; 0: as many as there are."""
    unsent: float = 0.0
    """The share of requests that never arrive."""
    unheard: float = 0.0
    """The share of answers that never arrive, though the server has done what was asked."""
    torn: float = 0.0
    """The share of answers that end in their midst."""
    twice: bool = False
    """Whether each request arrives twice; the second answer is heard."""
    busy: float = 0.0
    """The share of requests that a gateway answers without asking the server."""


CLEAR = Network("no bad network")


class Proxy:
    """One phone's way to a server, at a port of its own; each request has a connection of its own."""

    def __init__(self, server: int, seed: int) -> None:
        self.network, self.silent = CLEAR, False
        """`silent`: nothing passes and nothing ends, until it is over."""
        self._server, self._chance, self._loop = server, random.Random(seed), asyncio.new_event_loop()
        # What is cut off, by the phone or at the end, is no fault.
        self._loop.set_exception_handler(lambda _loop, _what: None)
        Thread(target=self._loop.run_forever, daemon=True).start()
        listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._request, "127.0.0.1", 0), self._loop)
        self._listening = listening.result()
        self.port: int = self._listening.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Ends it, and whatever passes now."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _end(self) -> None:
        self._listening.close()
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    async def _request(self, phone: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await phone.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
            body = await phone.readexactly(int(length[1]) if length else 0)
            # One request a connection: the end of the answer is the end of what the server sends.
            request = re.sub(rb"(?i)\r\nconnection: [^\r]*", b"", head[:-2]) + b"Connection: close\r\n\r\n" + body
            await self._pass(request, back)
        back.close()

    async def _pass(self, request: bytes, back: asyncio.StreamWriter) -> None:
        network = self.network
        await asyncio.sleep(self._delay())
        await self._open()
        if self._happens(network.unsent):
            return
        if self._happens(network.busy):
            back.write(self._chance.choice(BUSY))
            return
        if network.twice and request.startswith(b"POST"):
            await self._ask(request, None, torn=False)
        heard = None if self._happens(network.unheard) and request.startswith(b"POST") else back
        await self._ask(request, heard, torn=self._happens(network.torn))

    async def _ask(self, request: bytes, back: asyncio.StreamWriter | None, *, torn: bool) -> None:
        """Asks the server, and hands each piece of its answer on when it is due. What is torn ends within a piece."""
        answer, server = await asyncio.open_connection("127.0.0.1", self._server)
        server.write(request)
        due = 0.0
        try:
            while piece := await answer.read(PIECE):
                await self._open()
                if back is None:
                    continue
                if back.is_closing():
                    return
                piece = piece[: len(piece) // 2] if torn else piece
                paced = len(piece) / self.network.rate if self.network.rate else 0.0
                due = max(due, self._loop.time() + self._delay()) + paced
                self._loop.call_at(due, back.write, piece)
                if torn:
                    break
            await asyncio.sleep(due - self._loop.time())
        finally:
            server.close()

    async def _open(self) -> None:
        while self.silent:
            await asyncio.sleep(0.05)

    def _delay(self) -> float:
        return self._chance.uniform(self.network.least, self.network.most)

    def _happens(self, share: float) -> bool:
        return self._chance.random() < share
