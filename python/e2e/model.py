"""A model for tests: it speaks the format of OpenAI's chat completions, and says whatever fits what is asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

QUESTIONS = [
    "Does the name of the line stand out first?",
    "Is the eye led from the promise to what it costs?",
    "Do colours suggest water and weather?",
    "Would a traveller know within a moment what is offered here?",
    "Does the type suit a small harbour company?",
    "Is space used to separate topics?",
    "Do all parts belong to one design?",
    "Is the tone kept up to the last line?",
]


def answer_to(schema: dict[str, Any]) -> Any:
    """The best that a JSON schema lets one say: yes, or its largest number. A rubric is one of ours."""
    if "criteria" in schema.get("properties", {}):
        tied = {"importance": "essential", "target": "the page", "elements": [], "relation": None}
        return {"criteria": [{"name": text, "text": text, **tied} for text in QUESTIONS]}
    if "anyOf" in schema:
        return answer_to(schema["anyOf"][0])
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return "yes" if "yes" in schema["enum"] else schema["enum"][-1]
    kind = schema.get("type")
    if kind == "object":
        return {name: answer_to(each) for name, each in schema.get("properties", {}).items()}
    if kind == "array":
        return [answer_to(schema["items"])] * max(1, schema.get("minItems", 1))
    if kind in ("integer", "number"):
        return schema.get("maximum", 1)
    return True if kind == "boolean" else "calm"


@contextmanager
def model_server() -> Iterator[str]:
    """The address of a model, as ``--judge-model openai-compatible:m@ADDRESS`` takes it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            schema = body["response_format"]["json_schema"]["schema"]
            message = {"role": "assistant", "content": json.dumps(answer_to(schema))}
            told = {
                "id": "m",
                "object": "chat.completion",
                "created": 0,
                "model": body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
            content = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
