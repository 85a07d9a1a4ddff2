"""One request for what several reward functions ask of the same replies."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence

from .client import Client
from .wire import Item, Result

Key = tuple[int, str]


class Sharing:
    """Asks once, however many ask for the same items. What was judged in full is remembered for a while."""

    def __init__(self, client: Client, kept: int) -> None:
        self._client = client
        self._kept = kept
        self._asked: OrderedDict[Key, asyncio.Future[list[Result]]] = OrderedDict()

    async def score(self, items: Sequence[Item]) -> list[Result]:
        # A future belongs to the loop in which it was made.
        key = (
            id(asyncio.get_running_loop()),
            hashlib.sha256(repr(list(items)).encode("utf-8", "replace")).hexdigest(),
        )
        asked = self._asked.get(key)
        if asked is None:
            asked = asyncio.ensure_future(self._client.score(items))
            asked.add_done_callback(lambda done: self._forget(key, done))
            self._asked[key] = asked
            while len(self._asked) > self._kept:
                self._asked.popitem(last=False)
        # One asker that is cancelled leaves the answer to the others.
        return await asyncio.shield(asked)

    def _forget(self, key: Key, done: asyncio.Future[list[Result]]) -> None:
        """What was not judged is asked for again the next time."""
        is_whole = (
            not done.cancelled() and done.exception() is None and all(each.valid for each in done.result())
        )
        if not is_whole and self._asked.get(key) is done:
            del self._asked[key]
