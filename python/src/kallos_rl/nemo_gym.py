"""NeMo Gym: a resources server that asks the Kallos service. Tested with NeMo Gym 0.4.0.

``gym env start`` runs a file ``app.py`` that holds::

    from kallos_rl.nemo_gym import KallosResourcesServer

    if __name__ == "__main__":
        KallosResourcesServer.run_webserver()

The reward is the sum of ``reward_components``, whose names never change. What was not judged has
``_ng_failure_class``, which keeps it out of training and has it done again.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar

from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from pydantic import ConfigDict, Field, PrivateAttr

from .client import DEFAULT_DEADLINE, DEFAULT_URL, Client, first_token
from .errors import KallosError
from .wire import CHANNELS

COMPONENTS = (*CHANNELS, "gate")
"""What the reward is the sum of: the share of each channel, and what a closed gate takes."""


class KallosResourcesServerConfig(BaseResourcesServerConfig):  # type: ignore[misc]
    urls: list[str] = Field(default_factory=lambda: [DEFAULT_URL])
    token_env: str = "KALLOS_TOKEN"  # noqa: S105 - the name of a variable
    """Environment variable that holds the service's token, if it has one."""
    deadline: float = DEFAULT_DEADLINE
    run: str = "default"
    seed: int | str | None = None
    """One for each run, so that no policy learns ours; the service's unless given."""


class KallosVerifyRequest(BaseVerifyRequest):  # type: ignore[misc]
    """Fields of the data set stand beside the reply: ``kind`` and ``brief`` among them."""

    model_config = ConfigDict(extra="allow")


class KallosVerifyResponse(BaseVerifyResponse):  # type: ignore[misc]
    model_config = ConfigDict(extra="allow")


class KallosResourcesServer(SimpleResourcesServer):  # type: ignore[misc]
    """Verifies replies with pages in them. It keeps nothing between requests."""

    config: KallosResourcesServerConfig
    REVERIFY_MODE: ClassVar[str] = "stateless"
    _client: Client = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        super().model_post_init(context)
        self._client = Client(
            self.config.urls,
            token=first_token(os.environ.get(self.config.token_env)),
            deadline=self.config.deadline,
            run=self.config.run,
            seed=self.config.seed,
        )

    async def verify(self, body: KallosVerifyRequest) -> KallosVerifyResponse:
        asked = _without_outcome(body.model_dump(mode="json"))
        try:
            told = await self._client.relay("/verify", asked)
        except KallosError as error:
            nothing = dict.fromkeys(COMPONENTS, 0.0)
            told = {
                "reward": 0.0,
                "reward_components": nothing,
                **nothing,
                "valid": 0,
                "_ng_failure_class": "judge_failed",
                "_ng_failure_judge_error": str(error),
            }
        return KallosVerifyResponse(**{**asked, **told})


def _without_outcome(asked: dict[str, Any]) -> dict[str, Any]:
    """A row without what an earlier verification left in it: one that is judged now has not failed."""
    return {key: value for key, value in asked.items() if not key.startswith("_ng_failure")}
