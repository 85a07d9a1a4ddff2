"""One request to one of several services, sent until one of them has answered it or time is up."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import httpx

from .endpoints import Endpoint, Endpoints
from .errors import KallosError

T = TypeVar("T")

LEAST_SECONDS = 0.05
CONNECT_SECONDS = 5.0


class Clock:
    """A deadline that all tries share."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        return self._end - time.monotonic()

    @property
    def has_run_out(self) -> bool:
        return self.left() < LEAST_SECONDS


class RefusedError(KallosError):
    """A request that won't get through as it is.

    ``is_divisible``: whether a part of it may, since it is too much at once, or one thing in it can't be taken.
    ``rollout``: the position of the one that can't, in a request with one group.
    """

    def __init__(self, error: KallosError, *, is_divisible: bool) -> None:
        super().__init__(error.code, error.message, error.help)
        self.is_divisible = is_divisible
        named = re.match(r"groups\.0\.rollouts\.(\d+)", error.message)
        self.rollout = int(named[1]) if named else None


class Transport:
    """Sends requests to whichever service is awake and least busy."""

    def __init__(self, urls: Sequence[str], token: str | None) -> None:
        self.endpoints = Endpoints(list(urls))
        self._token = token
        self._http: httpx.AsyncClient | None = None
        self._pid = 0

    async def close(self) -> None:
        http, self._http = self._http, None
        if http is not None and self._pid == os.getpid():
            await http.aclose()

    async def post(
        self,
        path: str,
        body: dict[str, Any],
        clock: Clock,
        read: Callable[[Any], T],
        *,
        waits_for_room: bool = True,
    ) -> T:
        """Sends a request until a service has answered it or time is up.

        :param waits_for_room: whether it is sent again as it is where there is no room for it; else it is refused
        :raises RefusedError: when a service won't take this request as it is
        :raises KallosError: when time is up; the last fault tells why
        """
        last: KallosError | None = None
        sent: _Sent | None = None
        while (left := clock.left()) > LEAST_SECONDS:
            endpoint = next(iter(self.endpoints.awake()), None)
            if endpoint is None:
                await asyncio.sleep(min(left, self.endpoints.seconds_until_one_wakes() + 0.001))
                continue
            if sent is None or not sent.fits(endpoint, left):
                sent = _Sent(endpoint, path, body, left)
            endpoint.in_flight += 1
            try:
                asking = self._session().post(
                    sent.url,
                    content=sent.content,
                    headers={**self._headers(), "Idempotency-Key": sent.key},
                    timeout=httpx.Timeout(left, connect=min(CONNECT_SECONDS, left)),
                )
                # Timeouts of httpx are for one read; a service that answers drop by drop has no longer than others.
                answer = await asyncio.wait_for(asking, left)
                if answer.status_code == httpx.codes.OK:
                    results = read(answer.json())
                    endpoint.answered()
                    return results
                last = _error_of(answer)
                if answer.status_code in (429, 503):
                    endpoint.busy(_retry_after(answer))
                    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS and not waits_for_room:
                        raise RefusedError(last, is_divisible=True)
                elif answer.status_code >= 500:
                    endpoint.failed()
                    sent = None
                else:
                    endpoint.answered()
                    raise RefusedError(last, is_divisible=_is_about_a_part(answer.status_code, last))
            except (httpx.ReadTimeout, asyncio.TimeoutError):
                # The end of the deadline; what went wrong before tells more.
                endpoint.failed()
            except httpx.TransportError as error:
                endpoint.failed()
                last = KallosError(
                    "KALLOS_UNREACHABLE", f"{endpoint.url}: {type(error).__name__} {error}".rstrip()
                )
            except (ValueError, KallosError) as error:
                if isinstance(error, RefusedError):
                    raise
                endpoint.failed()
                sent = None
                last = error if isinstance(error, KallosError) else _no_json(endpoint)
            finally:
                endpoint.in_flight -= 1
        raise last or KallosError("KALLOS_DEADLINE", "The deadline passed before a service had answered.")

    def _session(self) -> httpx.AsyncClient:
        """Connections of this process: those of a parent process can't be shared."""
        if self._http is None or self._pid != os.getpid():
            self._pid = os.getpid()
            # As many requests as a trainer has samples in flight; each waits in the service's queue, not here.
            limits = httpx.Limits(max_connections=1024, max_keepalive_connections=64)
            self._http = httpx.AsyncClient(limits=limits, trust_env=False)
        return self._http

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers


class _Sent:
    """A request as one service knows it by its key: sent again as it was for as long as its deadline fits."""

    def __init__(self, endpoint: Endpoint, path: str, body: dict[str, Any], left: float) -> None:
        self.endpoint = endpoint
        # The answer has to come back, and a service that was restarted has to be asked again.
        self.seconds = left - min(2.0, left * 0.05)
        deadline = {"deadlineMs": max(1, int(self.seconds * 1000))}
        # The routes of trainers take it beside the body, which is the trainer's own.
        is_native = path.startswith("/v1/")
        self.url = endpoint.url + path + ("" if is_native else f"&deadlineMs={deadline['deadlineMs']}")
        body = {**body, **deadline} if is_native else body
        try:
            # Half of a surrogate pair is text to a tokenizer, and none to JSON.
            self.content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        except (TypeError, ValueError) as error:
            raise RefusedError(
                KallosError("KALLOS_REQUEST", f"It can't be sent as JSON: {error}."), is_divisible=True
            ) from error
        self.key = str(uuid.uuid4())

    def fits(self, endpoint: Endpoint, left: float) -> bool:
        return endpoint is self.endpoint and self.seconds <= left


def _is_about_a_part(status: int, error: KallosError) -> bool:
    """Whether a service would take the rest: a setting that it does not know is wrong for all alike."""
    is_too_large = status == httpx.codes.REQUEST_ENTITY_TOO_LARGE
    return is_too_large or re.match(r"(items|groups)\b", error.message) is not None


def _error_of(answer: httpx.Response) -> KallosError:
    try:
        told = answer.json()["error"]
        return KallosError(str(told["code"]), str(told["message"]), str(told["help"]))
    except (ValueError, KeyError, TypeError):
        return KallosError("KALLOS_ANSWER", f"{answer.url.host} answered {answer.status_code}.")


def _no_json(endpoint: Endpoint) -> KallosError:
    return KallosError("KALLOS_ANSWER", f"{endpoint.url} answered with no JSON.")


def _retry_after(answer: httpx.Response) -> float:
    try:
        return max(0.0, float(answer.headers.get("Retry-After", "1")))
    except ValueError:
        return 1.0
