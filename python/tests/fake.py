"""A service that answers as it is told to, in the shape of the real one."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

CHANNELS = ("execution", "correctness", "visual", "interaction")
Answer = tuple[int, Any, dict[str, str]]


def judged(id: str, score: float = 0.5, **scores: float) -> dict[str, Any]:
    """A result as ``/v1/score`` has it. Channels that are not named were not judged."""
    return {
        "id": id,
        "score": score,
        "valid": True,
        "scores": {name: scores.get(name, 0) for name in CHANNELS},
        "masks": {name: int(name in scores) for name in CHANNELS},
        "reason": None,
        "cached": False,
        "queueMs": 3,
        "wallMs": 40,
        "verdict": {"cause": None, "channels": {}, "fingerprint": {"kallos": "1.0.0", "seed": "1"}},
        "evidence": {"capture": None, "pictures": []},
    }


def not_judged(id: str, reason: str = "KALLOS_DEADLINE", **scores: float) -> dict[str, Any]:
    return {**judged(id, 0, **scores), "valid": False, "reason": reason, "verdict": None}


@dataclass
class Request:
    path: str
    body: Any
    headers: dict[str, str]


@dataclass
class Fake:
    """What the service was asked, and how it answers: ``answer`` is called with each request."""

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    answer: Callable[[Request], Answer] = field(default=lambda request: (200, results(request), {}))

    @property
    def items(self) -> list[str]:
        """The replies that were asked for, in order."""
        return [item["response"] for request in self.requests for item in request.body["items"]]


def results(request: Request, **scores: float) -> dict[str, Any]:
    """Every item judged alike: with ``scores``, or .8 and .6."""
    scores = scores or {"execution": 1, "correctness": 0.8, "visual": 0.6}
    return {"results": [judged(item["id"], **scores) for item in request.body["items"]]}


def error(status: int, code: str, message: str = "No.", **headers: str) -> Answer:
    return status, {"error": {"code": code, "message": message, "help": "Ask otherwise."}}, headers


@contextmanager
def fake_service(port: int = 0) -> Iterator[Fake]:
    fake = Fake()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request = Request(self.path, body, {key.lower(): value for key, value in self.headers.items()})
            fake.requests.append(request)
            status, answer, headers = fake.answer(request)
            if status == 0:  # A service that dies while it answers.
                self.close_connection = True
                return
            content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None: ...

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: object) -> None:
            """Askers that hang up are part of the tests."""

    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    fake.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
