"""The client of the Kallos service."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import urlencode

from .background import BACKGROUND
from .errors import KallosError
from .gdpo import STD_FLOOR, WHITEN_EPSILON, whitened
from .transport import Clock, RefusedError, Transport
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
    :param run: name of the training run; the service takes turns between runs
    :param seed: feeds the random numbers, dates and ids of pages: one of its own for each run, so that no policy
        learns ours; the service's (``kallos serve --seed``) unless given
    """

    def __init__(
        self,
        urls: str | Sequence[str] = DEFAULT_URL,
        token: str | None = None,
        deadline: float = DEFAULT_DEADLINE,
        *,
        recipe: str | Mapping[str, Any] | None = None,
        run: str = "default",
        seed: int | str | None = None,
        give_up_after: int | None = None,
    ) -> None:
        listed = [urls] if isinstance(urls, str) else list(urls)
        if not listed:
            raise KallosError("KALLOS_USAGE", "No URL is given.", f"Give one, such as {DEFAULT_URL}.")
        if deadline <= 0:
            raise KallosError("KALLOS_USAGE", "A deadline is more than 0 s.", "The default is 100.")
        self.deadline = deadline
        self._transport = Transport(listed, token)
        self._run: dict[str, Any] = {"run": run, **({"seed": seed} if seed is not None else {})}
        self._asked = {**self._run, **({"recipe": recipe} if recipe is not None else {})}
        self._services: set[str] = set()
        self._give_up_after = give_up_after
        self._dead_batches = 0

    @staticmethod
    def from_env() -> Client:
        """A client as the environment says, for adapters that a trainer calls by name.

        ``KALLOS_URL`` (several with commas), ``KALLOS_TOKEN``, ``KALLOS_DEADLINE`` (seconds), ``KALLOS_RECIPE``,
        ``KALLOS_RUN``, ``KALLOS_SEED``, ``KALLOS_GIVE_UP_AFTER``.
        """
        env = os.environ
        return Client(
            [url.strip() for url in env.get("KALLOS_URL", DEFAULT_URL).split(",") if url.strip()],
            token=first_token(env.get("KALLOS_TOKEN")),
            deadline=float(env.get("KALLOS_DEADLINE", DEFAULT_DEADLINE)),
            recipe=env.get("KALLOS_RECIPE"),
            run=env.get("KALLOS_RUN", "default"),
            seed=_seed(env.get("KALLOS_SEED")),
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

        A group is always judged in one request. A rollout that no service takes, as one that is too long, leaves its
        group's statistics and has no advantage.

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
        await asyncio.wrap_future(BACKGROUND.submit(self._transport.close()))

    def close_sync(self) -> None:
        """As ``close``, for code without an event loop."""
        BACKGROUND.submit(self._transport.close()).result()

    async def _score(self, items: Sequence[Item]) -> list[Result]:
        clock = Clock(self.deadline)
        results = [Result.missing("KALLOS_DEADLINE") for _ in items]
        sizes = [(1, item.chars) for item in items]
        pending = list(range(len(items)))
        for _ in range(ROUNDS):
            shares = self._share_out(pending, sizes)
            found = await asyncio.gather(*(self._judge([items[i] for i in share], clock) for share in shares))
            for share, answers in zip(shares, found, strict=True):
                for i, answer in zip(share, answers, strict=True):
                    results[i] = answer
            pending = [i for i in pending if results[i].worth_another_try]
            if not pending or clock.has_run_out:
                break
        self._take_stock(results)
        return results

    def _share_out(self, indices: list[int], sizes: Sequence[tuple[int, int]]) -> list[list[int]]:
        """One request for each service that is awake, or more where a request would be too large.

        :param sizes: artifacts and characters in each of what is shared out
        """
        if not indices:
            return []
        services = max(1, len(self._transport.endpoints.awake()))
        most = min(MOST_ITEMS, -(-sum(sizes[i][0] for i in indices) // services))
        shares: list[list[int]] = [[]]
        count = chars = 0
        for i in indices:
            if shares[-1] and (count + sizes[i][0] > most or chars + sizes[i][1] > MOST_CHARS):
                shares.append([])
                count = chars = 0
            shares[-1].append(i)
            count += sizes[i][0]
            chars += sizes[i][1]
        return shares

    async def _judge(self, items: list[Item], clock: Clock) -> list[Result]:
        """Asks for items; for each half of them where they are too many at once, or where one spoils the others."""
        ids = [str(i) for i in range(len(items))]
        body = {**self._asked, "items": [item.body(id) for id, item in zip(ids, items, strict=True)]}
        try:
            return await self._transport.post(
                "/v1/score",
                body,
                clock,
                lambda told: read_results(told, ids),
                waits_for_room=len(items) == 1,
            )
        except Exception as error:
            if _is_divisible(error) and len(items) > 1:
                parts = await asyncio.gather(*(self._judge(half, clock) for half in _halves(items)))
                return [*parts[0], *parts[1]]
            return [Result.missing(_code_of(error))] * len(items)

    async def _groups(
        self, groups: Sequence[Group], compare: bool, advantage: Mapping[str, Any]
    ) -> list[GroupResult]:
        clock = Clock(self.deadline)
        # Whitening is over all groups, which may take several requests, and so is done here.
        asked = {**self._asked, "compare": compare, "advantage": {**advantage, "whiten": False}}
        answers = [GroupResult.missing(group, "KALLOS_DEADLINE") for group in groups]
        shares = self._share_out(
            list(range(len(groups))), [(len(each.responses), each.chars) for each in groups]
        )
        found = await asyncio.gather(
            *(self._judge_groups([groups[g] for g in share], asked, clock) for share in shares)
        )
        for share, judged in zip(shares, found, strict=True):
            for g, answer in zip(share, judged, strict=True):
                answers[g] = answer
        if advantage.get("whiten", advantage.get("method", "gdpo") == "gdpo"):
            answers = _whitened(answers, advantage)
        self._take_stock([result for answer in answers for result in answer.results])
        return answers

    async def _judge_groups(
        self, groups: list[Group], asked: Mapping[str, Any], clock: Clock
    ) -> list[GroupResult]:
        """As ``_judge``, for groups: they stay whole, but for rollouts that the service won't take."""
        named = {str(g): group for g, group in enumerate(groups)}
        body = {**asked, "groups": [group.body(id) for id, group in named.items()]}
        try:
            return await self._transport.post(
                "/v1/groups",
                body,
                clock,
                lambda told: read_groups(told, named),
                waits_for_room=len(groups) == 1,
            )
        except Exception as error:
            if _is_divisible(error) and len(groups) > 1:
                parts = await asyncio.gather(
                    *(self._judge_groups(half, asked, clock) for half in _halves(groups))
                )
                return [*parts[0], *parts[1]]
            code = _code_of(error)
            at = error.rollout if isinstance(error, RefusedError) and len(groups) == 1 else None
            if at is None or not at < len(groups[0].responses) > 1:
                return [GroupResult.missing(group, code) for group in groups]
            (rest,) = await self._judge_groups([groups[0].without(at)], asked, clock)
            return [rest.with_missing(at, code)]

    async def _relay(self, route: str, body: Mapping[str, Any]) -> dict[str, Any]:
        path = f"{route}?{urlencode(self._run)}"
        return await self._transport.post(path, dict(body), Clock(self.deadline), read_object)

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


def first_token(listed: str | None) -> str | None:
    """The first of several, as the service takes them in ``KALLOS_TOKEN``."""
    return (listed or "").split(",")[0].strip() or None


def _seed(text: str | None) -> int | str | None:
    """A whole number where it looks like one, as the service reads the same variable."""
    return int(text) if text and re.fullmatch(r"-?\d{1,15}", text) else text or None


def _halves(asked: list[T]) -> tuple[list[T], list[T]]:
    half = len(asked) // 2
    return asked[:half], asked[half:]


def _is_divisible(error: Exception) -> bool:
    return isinstance(error, RefusedError) and error.is_divisible


def _code_of(error: Exception) -> str:
    """What is told of artifacts that a request was lost with; the log has the rest."""
    if isinstance(error, RefusedError):
        logger.error("%s", error)
    elif isinstance(error, KallosError):
        logger.warning("%s", error)
    else:
        logger.error("A fault of kallos-rl; the step goes on without these rewards.", exc_info=error)
    return error.code if isinstance(error, KallosError) else "KALLOS_INTERNAL"


def _whitened(answers: list[GroupResult], advantage: Mapping[str, Any]) -> list[GroupResult]:
    """Advantages over their groups, in units of what they differ by over all groups."""
    floor, epsilon = advantage.get("stdFloor", STD_FLOOR), advantage.get("whitenEpsilon", WHITEN_EPSILON)
    values = iter(whitened([value for answer in answers for value in answer.advantages], floor, epsilon))
    return [replace(answer, advantages=[next(values) for _ in answer.advantages]) for answer in answers]
