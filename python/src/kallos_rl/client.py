"""The client of the Kallos service."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import httpx

from .background import BACKGROUND
from .endpoints import Endpoint, Endpoints
from .errors import KallosError
from .wire import Group, GroupResult, Item, Result, read_groups, read_object, read_results

T = TypeVar("T")

logger = logging.getLogger("kallos_rl")

DEFAULT_URL = "http://127.0.0.1:7654"
DEFAULT_DEADLINE = 100.0
"""Seconds; under the 120 after which slime gives up, the first of the trainers to do so."""

MOST_ITEMS = 512
MOST_CHARS = 16 * 1024 * 1024
"""Of one request: half of what the service takes unless told otherwise, and a quarter of its bytes."""

ROUNDS = 3
"""How often an item is asked for whose judging failed through no fault of its own."""
SAME_FOR_ALL = ("kallos", "browser", "fonts", "seed")
"""What the scores of a run depend on, in the fingerprint of a verdict."""
LEAST_SECONDS = 0.05
CONNECT_SECONDS = 5.0


class Client:
    """Asks one or several services for rewards, and never raises into a trainer's step.

    What could not be judged by the deadline, for whatever reason, has a result all the same, with None for scores.
    ``give_up_after`` says otherwise: after so many batches in a row of which nothing at all was judged, the next one
    raises ``KALLOS_DEAD``, so that a run doesn't go on for hours without rewards. (A batch is what one call asks for:
    one sample in verl and OpenRLHF.) One client may be used from any thread and any event loop.

    :param urls: one or several services that are set up alike; a batch is shared out among those that answer
    :param token: what the service was started with (``KALLOS_TOKEN``)
    :param deadline: seconds that a batch may take in all, every further try included
    :param recipe: how channels become one reward (``aescoder``, ``aescode``...); that of the service unless given
    :param run: name of the training run; the service takes turns between runs. The seed of a run, which feeds the
        pages' random numbers and dates, is the service's (``kallos serve --seed``)
    """

    def __init__(
        self,
        urls: str | Sequence[str] = DEFAULT_URL,
        token: str | None = None,
        deadline: float = DEFAULT_DEADLINE,
        *,
        recipe: str | Mapping[str, Any] | None = None,
        run: str = "default",
        give_up_after: int | None = None,
    ) -> None:
        listed = [urls] if isinstance(urls, str) else list(urls)
        if not listed:
            raise KallosError("KALLOS_USAGE", "No URL is given.", f"Give one, such as {DEFAULT_URL}.")
        if deadline <= 0:
            raise KallosError("KALLOS_USAGE", "A deadline is more than 0 s.", "The default is 100.")
        self.deadline = deadline
        self._endpoints = Endpoints(listed)
        self._token = token
        self._run = run
        self._asked = {"run": run, **({"recipe": recipe} if recipe is not None else {})}
        self._services: set[str] = set()
        self._give_up_after = give_up_after
        self._dead_batches = 0
        self._http: httpx.AsyncClient | None = None
        self._pid = 0

    @staticmethod
    def from_env() -> Client:
        """A client as the environment says, for adapters that a trainer calls by name.

        ``KALLOS_URL`` (several with commas), ``KALLOS_TOKEN``, ``KALLOS_DEADLINE`` (seconds), ``KALLOS_RECIPE``,
        ``KALLOS_RUN``, ``KALLOS_GIVE_UP_AFTER``.
        """
        env = os.environ
        return Client(
            [url.strip() for url in env.get("KALLOS_URL", DEFAULT_URL).split(",") if url.strip()],
            token=first_token(env.get("KALLOS_TOKEN")),
            deadline=float(env.get("KALLOS_DEADLINE", DEFAULT_DEADLINE)),
            recipe=env.get("KALLOS_RECIPE"),
            run=env.get("KALLOS_RUN", "default"),
            give_up_after=int(env["KALLOS_GIVE_UP_AFTER"]) if "KALLOS_GIVE_UP_AFTER" in env else None,
        )

    async def score(self, items: Sequence[Item]) -> list[Result]:
        """Judges items; one result each, in their order."""
        return await asyncio.wrap_future(BACKGROUND.submit(self._score(items)))

    def score_sync(self, items: Sequence[Item]) -> list[Result]:
        """As ``score``, for code without an event loop."""
        return BACKGROUND.submit(self._score(items)).result()

    async def groups(
        self, groups: Sequence[Group], *, compare: bool = False, **advantage: Any
    ) -> list[GroupResult]:
        """Judges the rollouts of prompts together, with each one's advantage over its group.

        :param compare: whether the service's judge also sees the rollouts two at a time; it needs one that sees
        :param advantage: ``method`` (``gdpo``, ``grpo``, ``dr-grpo``, ``rloo``), ``weights``, ``conditions``...
        """
        return await asyncio.wrap_future(BACKGROUND.submit(self._groups(groups, compare, advantage)))

    def groups_sync(
        self, groups: Sequence[Group], *, compare: bool = False, **advantage: Any
    ) -> list[GroupResult]:
        """As ``groups``, for code without an event loop."""
        return BACKGROUND.submit(self._groups(groups, compare, advantage)).result()

    async def relay(self, route: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Hands a request to a route of the service as it is, for adapters that speak its wire format.

        :raises KallosError: when no service answered by the deadline
        """
        return await asyncio.wrap_future(BACKGROUND.submit(self._relay(route, body)))

    async def close(self) -> None:
        """Ends connections. A client that is used again opens new ones."""
        await asyncio.wrap_future(BACKGROUND.submit(self._close()))

    def close_sync(self) -> None:
        """As ``close``, for code without an event loop."""
        BACKGROUND.submit(self._close()).result()

    async def _close(self) -> None:
        http, self._http = self._http, None
        if http is not None and self._pid == os.getpid():
            await http.aclose()

    async def _score(self, items: Sequence[Item]) -> list[Result]:
        clock = _Clock(self.deadline)
        results = [Result.missing("KALLOS_DEADLINE") for _ in items]
        pending = list(range(len(items)))
        for _ in range(ROUNDS):
            shares = self._share_out(pending, items)
            await asyncio.gather(*(self._fill(results, share, items, clock) for share in shares))
            pending = [i for i in pending if results[i].worth_another_try]
            if not pending or clock.left() < LEAST_SECONDS:
                break
        self._take_stock(results)
        return results

    def _share_out(self, indices: list[int], items: Sequence[Item]) -> list[list[int]]:
        """One request for each service that is awake, or more where a request would be too large."""
        if not indices:
            return []
        services = max(1, len(self._endpoints.awake()))
        most = min(MOST_ITEMS, -(-len(indices) // services))
        shares: list[list[int]] = [[]]
        chars = 0
        for i in indices:
            size = len(items[i].response) + len(items[i].prompt or "")
            if shares[-1] and (len(shares[-1]) >= most or chars + size > MOST_CHARS):
                shares.append([])
                chars = 0
            shares[-1].append(i)
            chars += size
        return shares

    async def _fill(
        self, results: list[Result], share: list[int], items: Sequence[Item], clock: _Clock
    ) -> None:
        """Asks for a share of the items. Where it is refused for one of them, the others are asked for without it."""
        ids = [str(i) for i in share]
        body = {**self._asked, "items": [items[i].body(str(i)) for i in share]}
        try:
            answers = await self._post("/v1/score", body, clock, lambda told: read_results(told, ids))
        except _RefusedError as refused:
            if len(share) > 1 and refused.for_its_content:
                half = len(share) // 2
                await self._fill(results, share[:half], items, clock)
                await self._fill(results, share[half:], items, clock)
                return
            logger.error("%s", refused)
            answers = [Result.missing(refused.code)] * len(share)
        except KallosError as error:
            logger.warning("%s", error)
            answers = [Result.missing(error.code)] * len(share)
        except Exception:
            logger.exception("A fault of kallos-rl; the step goes on without these rewards.")
            answers = [Result.missing("KALLOS_INTERNAL")] * len(share)
        for i, answer in zip(share, answers, strict=True):
            results[i] = answer

    async def _groups(
        self, groups: Sequence[Group], compare: bool, advantage: Mapping[str, Any]
    ) -> list[GroupResult]:
        """In one request: advantages are whitened over all groups."""
        if not groups:
            return []
        named = {str(g): group for g, group in enumerate(groups)}
        body = {
            **self._asked,
            "compare": compare,
            "advantage": advantage,
            "groups": [group.body(id) for id, group in named.items()],
        }
        try:
            answers = await self._post(
                "/v1/groups", body, _Clock(self.deadline), lambda told: read_groups(told, named)
            )
        except KallosError as error:
            logger.error("%s", error)
            answers = [GroupResult.missing(group, error.code) for group in groups]
        except Exception:
            logger.exception("A fault of kallos-rl; the step goes on without these advantages.")
            answers = [GroupResult.missing(group, "KALLOS_INTERNAL") for group in groups]
        self._take_stock([result for answer in answers for result in answer.results])
        return answers

    async def _relay(self, route: str, body: Mapping[str, Any]) -> dict[str, Any]:
        run = httpx.QueryParams({"run": self._run})
        return await self._post(f"{route}?{run}", dict(body), _Clock(self.deadline), read_object)

    def _take_stock(self, results: Sequence[Result]) -> None:
        """Says what was not judged, once a batch, and gives up where the client was told to."""
        missing = Counter(result.reason for result in results if not result.valid)
        if missing:
            logger.warning("%d of %d without a reward: %s", missing.total(), len(results), dict(missing))
        self._compare_services(results)
        # A page may lack one channel by the service's configuration: only where nothing was judged is it dead.
        is_dead = bool(results) and all(result.verdict is None for result in results)
        self._dead_batches = self._dead_batches + 1 if is_dead else 0
        if self._give_up_after is not None and self._dead_batches >= self._give_up_after:
            raise KallosError(
                "KALLOS_DEAD",
                f"Nothing of the last {self._dead_batches} batches was judged ({dict(missing)}).",
                "Look at the service, or bear more with give_up_after.",
            )

    def _compare_services(self, results: Sequence[Result]) -> None:
        """Says so when services differ in what their scores depend on: such rewards can't be compared."""
        for result in results:
            told = (result.verdict or {}).get("fingerprint")
            if not isinstance(told, Mapping):
                continue
            service = ", ".join(f"{key} {told[key]}" for key in SAME_FOR_ALL if told.get(key))
            if self._services and service not in self._services:
                logger.warning("Services differ: %s; before, %s", service, "; ".join(self._services))
            self._services.add(service)

    async def _post(self, path: str, body: dict[str, Any], clock: _Clock, read: Callable[[Any], T]) -> T:
        """Sends a request until a service has answered it or time is up.

        :raises _RefusedError: when a service says that it will never take this request
        :raises KallosError: when time is up; the last fault tells why
        """
        last: KallosError | None = None
        sent: _Sent | None = None
        while (left := clock.left()) > LEAST_SECONDS:
            endpoint = next(iter(self._endpoints.awake()), None)
            if endpoint is None:
                await asyncio.sleep(min(left, self._endpoints.seconds_until_one_wakes() + 0.001))
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
                elif answer.status_code >= 500:
                    endpoint.failed()
                    sent = None
                else:
                    endpoint.answered()
                    raise _RefusedError(last, answer.status_code in (400, 413, 422))
            except (httpx.ReadTimeout, asyncio.TimeoutError):
                # The end of the deadline; what went wrong before tells more.
                endpoint.failed()
            except httpx.TransportError as error:
                endpoint.failed()
                last = KallosError(
                    "KALLOS_UNREACHABLE", f"{endpoint.url}: {type(error).__name__} {error}".rstrip()
                )
            except (ValueError, KallosError) as error:
                if isinstance(error, _RefusedError):
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


def first_token(listed: str | None) -> str | None:
    """The first of several, as the service takes them in ``KALLOS_TOKEN``."""
    return (listed or "").split(",")[0].strip() or None


class _Clock:
    """A deadline that all tries share."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        return self._end - time.monotonic()


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
        # Half of a surrogate pair is text to a tokenizer, and none to JSON.
        self.content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        self.key = str(uuid.uuid4())

    def fits(self, endpoint: Endpoint, left: float) -> bool:
        return endpoint is self.endpoint and self.seconds <= left


class _RefusedError(KallosError):
    """A request that no further try will get through."""

    def __init__(self, error: KallosError, for_its_content: bool) -> None:
        super().__init__(error.code, error.message, error.help)
        self.for_its_content = for_its_content


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
