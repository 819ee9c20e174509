"""gevent server with room kept: for requests of people at tables, and for what is no connection."""

import errno
from contextlib import closing
from socket import MSG_PEEK
from typing import Any

from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from gevent.socket import socket

from webapp.http.limits import ACCEPTED_A_TURN, CONNECTIONS_KEPT_FREE
from webapp.http.network import is_proxy, network_of, origin
from webapp.http.process_limits import connections_allowed
from webapp.http.rate_limits import HEAD_WAIT
from webapp.server.access_log import open_log
from webapp.server.connections import Connection, Connections, FairStarts
from webapp.server.handler import Handler
from webapp.services import services_in

TLS_HANDSHAKE = b"\x16"
"""The first byte of what a browser sends over TLS; no request begins with it."""


class Server(WSGIServer):  # type: ignore[misc]  # gevent has no types
    """Serves an application with its own handler, pool and log."""

    max_accept = ACCEPTED_A_TURN

    def __init__(self, listener: Any, application: Flask, **more: Any) -> None:
        self._config = services_in(application).config
        most = connections_allowed()
        self._kept_free = min(CONNECTIONS_KEPT_FREE, most // 8)
        self.connections, self.fair_starts = Connections(self._are_scarce), FairStarts()
        log = open_log(self._config)
        self.notes_requests = log is not None
        # Without a pool of its own gevent would not wait for running requests when it stops.
        own = {"spawn": Pool(most), "handler_class": Handler, "log": log}
        super().__init__(listener, application, **{**more, **own})

    def connection(self, sock: socket, address: object) -> Connection:
        """Returns a connection that was accepted. Where a proxy comes from is not counted: all come from there."""
        host = str(address[0]) if isinstance(address, tuple) else ""
        return Connection(sock, "" if is_proxy(self._config, host) else network_of(host))

    def wrap_socket_and_handle(self, client_socket: socket, address: object) -> None:
        """Answers a connection of a server that speaks TLS; plain http is answered, too, and told where it is not.

        A connection is closed whose handshake takes too long, and earlier where connections are scarce.
        """
        connection = self.connection(client_socket, address)
        self.connections.wait_for_request(connection)
        try:
            client_socket.settimeout(HEAD_WAIT)
            is_tls = client_socket.recv(1, MSG_PEEK) == TLS_HANDSHAKE
            sock = self.wrap_socket(client_socket, **self.ssl_args) if is_tls else client_socket
            sock.settimeout(None)
        except OSError:  # hung up, too slow, or does not trust the certificate
            client_socket.close()
            return
        finally:
            self.connections.forget(connection)
        with closing(sock):
            self.handle(sock, address)

    def network(self, environ: dict[str, Any]) -> str:
        """Returns where a request comes from, by what a proxy says that is believed."""
        return network_of(origin(self._config, environ))

    def do_read(self) -> Any:
        """Takes the next connection. Returns None where there is none, or first another one has to be closed for it."""
        try:
            return super().do_read()
        except OSError as problem:
            if problem.errno not in (errno.EMFILE, errno.ENFILE) or not self.connections.drop_oldest():
                raise
            return None

    def _are_scarce(self, closing: int) -> bool:
        return bool(self.pool.free_count() + closing < self._kept_free)
