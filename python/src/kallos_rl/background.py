"""One event loop of our own, so that trainers may call from any thread, and from any loop of theirs."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
    """An event loop in a daemon thread; made on first use, and made anew in a forked process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._pid = os.getpid()
                threading.Thread(target=self._loop.run_forever, name="kallos-rl", daemon=True).start()
            return self._loop


BACKGROUND = Background()


def _renew() -> None:
    BACKGROUND.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    # A lock that another thread held while this process was forked would never be released.
    os.register_at_fork(after_in_child=_renew)
