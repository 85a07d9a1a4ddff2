"""The client and the numbers of adapters that a trainer calls by name: one of each in a process."""

from __future__ import annotations

from functools import cache

from .client import Client
from .numbers import Numbers, not_judged_from_env


@cache
def client() -> Client:
    return Client.from_env()


@cache
def numbers() -> Numbers:
    return Numbers(not_judged_from_env())


def forget() -> None:
    """Reads the environment anew the next time."""
    client.cache_clear()
    numbers.cache_clear()
