"""A scheduler that is stopped, as if its machine hung: its connections stay open, and nothing is answered."""

from __future__ import annotations

import signal
import socket
import threading
from contextlib import closing, contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.clusters import Cluster


@contextmanager
def stalling_at(word: bytes, cluster: Cluster) -> Iterator[str]:
    """Yield an address at which a scheduler can be reached until somebody sends this word, which stops it."""

    def pass_on(data: bytes) -> bytes:
        if word in data and not stopped.is_set():
            stopped.set()
            cluster.scheduler.send_signal(signal.SIGSTOP)
        return data

    class Detour(BaseRequestHandler):
        def handle(self) -> None:
            with closing(socket.create_connection(cluster.endpoint)) as there:
                back = threading.Thread(target=_pump, args=(there, self.request, bytes))
                back.start()
                _pump(self.request, there, pass_on)
                back.join()

    stopped = threading.Event()
    with ThreadingTCPServer(("127.0.0.1", 0), Detour) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,)).start()
        try:
            yield f"tcp://127.0.0.1:{server.server_address[1]}"
        finally:
            cluster.scheduler.kill()  # which closes all connections
            server.shutdown()


def _pump(source: socket.socket, sink: socket.socket, pass_on: Callable[[bytes], bytes]) -> None:
    """Pass on what comes from one end of a detour until either end closes it."""
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(pass_on(data))
    for each in (source, sink):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
