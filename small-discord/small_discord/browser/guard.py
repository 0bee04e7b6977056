"""Which requests the server answers at all, and the security headers of its answers."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_USUAL_PORT = 80


class Guard:
    """Lets through only requests to this server's own names: others may come from DNS rebinding."""

    def __init__(self) -> None:
        self._hosts: tuple[str, ...] = ()

    def learn_port(self, port: int) -> None:
        """Learn which names are ours, once the port is known."""
        names = ("127.0.0.1", "localhost")
        # Browsers leave out the port that is usual for the web.
        self._hosts = (*(f"{name}:{port}" for name in names), *(names if port == _USUAL_PORT else ()))

    def own_origin(self, request: web.Request) -> bool:
        """Say whether a websocket was opened by our own page."""
        return request.headers.get("Origin") in [f"http://{host}" for host in self._hosts]

    def middleware(self) -> Middleware:
        """Return aiohttp's middleware that checks the Host header."""

        @web.middleware
        async def check_host(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.host not in self._hosts:
                raise web.HTTPForbidden(text="This server answers to its own address only.")
            return await handler(request)

        return check_host
