"""What the streams are measured against, each a server of its own: `python _bare.py broadcast|queues PORT FOLDER`.

Both insert a row at each POST, as benchmarks/accepted_play.py does, and then send the next of the frames that lie in
FOLDER to all who listen: `broadcast` from one greenlet straight to the sockets, with nothing around it; `queues` as a
Flask stream is written in tutorials, a generator and a queue a client.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from itertools import cycle  # noqa: E402
from pathlib import Path  # noqa: E402
from queue import Queue  # noqa: E402
from socket import IPPROTO_TCP, TCP_NODELAY  # noqa: E402

import gevent  # noqa: E402
from _insert import insert  # noqa: E402
from flask import Flask, Response  # noqa: E402
from gevent.pywsgi import WSGIHandler, WSGIServer  # noqa: E402

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


class Prompt(WSGIHandler):
    """Sends the body of an answer at once after its head, as ours does: else every answer would take 40 ms."""

    def handle(self) -> None:
        self.socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        super().handle()


def frames(folder: Path) -> Iterator[bytes]:
    """Returns the frames again and again; none has been sent yet where there are none."""
    kept = [file.read_bytes() for file in sorted(folder.glob("*.frame"))]
    return cycle(kept or [b""])


def broadcast(app: Flask, folder: Path) -> type[WSGIHandler]:
    """Keeps the sockets of all who ask for a stream, and writes to each of them."""
    listening: list[gevent.socket.socket] = []
    sent = frames(folder)

    class Handler(Prompt):
        def handle_one_response(self) -> None:
            if not self.path.endswith("/stream"):
                return super().handle_one_response()
            self.socket.sendall(HEAD)
            listening.append(self.socket)
            self.socket.recv(1)
            listening.remove(self.socket)
            return None

    def send() -> None:
        frame = next(sent)
        chunk = b"%x\r\n%b\r\n" % (len(frame), frame)
        for sock in listening:
            sock.sendall(chunk)

    app.after_request(lambda answer: (gevent.spawn(send), answer)[1])
    return Handler


def queues(app: Flask, folder: Path) -> type[WSGIHandler]:
    """Gives each who asks for a stream a queue."""
    listening: list[Queue[bytes]] = []
    sent = frames(folder)

    @app.get("/tables/<int:table_id>/stream")
    def stream(table_id: int) -> Response:
        mine: Queue[bytes] = Queue()
        listening.append(mine)

        def messages() -> Iterator[bytes]:
            yield b": connected\n\n"
            while True:
                yield mine.get()

        return Response(messages(), mimetype="text/event-stream")

    @app.after_request
    def send(answer: Response) -> Response:
        if answer.mimetype != "text/event-stream":
            frame = next(sent)
            for each in listening:
                each.put(frame)
        return answer

    return Prompt


def main() -> None:
    kind, port, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    app = insert(folder)
    handler = {"broadcast": broadcast, "queues": queues}[kind](app, folder)
    server = WSGIServer(("127.0.0.1", port), app, log=None, handler_class=handler)
    server.start()
    print("ready", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
