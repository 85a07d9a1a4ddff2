from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fake import Fake, fake_service

from kallos_rl import Client, shared


@pytest.fixture(autouse=True)
def _close_clients(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests make clients as they like; their connections end with the test."""
    made: list[Client] = []
    init = Client.__init__

    def record(self: Client, *args: Any, **options: Any) -> None:
        init(self, *args, **options)
        made.append(self)

    monkeypatch.setattr(Client, "__init__", record)
    yield
    for client in made:
        client.close_sync()


@pytest.fixture
def service() -> Iterator[Fake]:
    with fake_service() as fake:
        yield fake


@pytest.fixture
def named(service: Fake, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """The service that adapters find in the environment."""
    monkeypatch.setenv("KALLOS_URL", service.url)
    monkeypatch.setenv("KALLOS_DEADLINE", "5")
    shared.forget()
    yield service
    shared.forget()
