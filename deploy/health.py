"""Ask the bot of this container how it is, as `idleyear health` does, without loading anything of the bot.

That takes ten times as long, and compose.yaml asks twice a minute.
"""

import os
import socket
import sys

_PORT = int(os.environ["METRICS_PORT"])
_PATIENCE = 5.0  # seconds

try:
    with socket.create_connection(("127.0.0.1", _PORT), timeout=_PATIENCE) as bot:
        bot.sendall(b"GET /health HTTP/1.0\r\n\r\n")
        answer = b"".join(iter(lambda: bot.recv(4096), b""))
except OSError as error:
    sys.exit(f"No bot answers on port {_PORT} ({error}).")
head, _, line = answer.decode(errors="replace").partition("\r\n\r\n")
status, *headers = head.split("\r\n")
if "Server: Idle Year" not in headers:
    sys.exit(f"Another program answers on port {_PORT}: give the bot another METRICS_PORT.")
print(line)
sys.exit(0 if " 200 " in status else 1)
