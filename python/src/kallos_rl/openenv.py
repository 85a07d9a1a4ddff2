"""OpenEnv: a typed client of the environment that the service is. Tested with OpenEnv 0.10.0.

::

    async with KallosEnv("http://127.0.0.1:7654") as env:
        step = await env.reset(prompt="A pricing page", max_turns=3)
        while not step.done:
            step = await env.step(KallosAction(response=policy(step.observation)))

The observation holds findings and a picture, so that a policy can repair its page. ``step.reward`` is None where the
page was not judged.
"""

from __future__ import annotations

import base64
from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import Action, Observation, State

from .client import DEFAULT_DEADLINE, DEFAULT_URL


class KallosAction(Action):  # type: ignore[misc]
    """A reply with the whole page in it, the first time and each time it is repaired."""

    response: str


class KallosObservation(Observation):  # type: ignore[misc]
    """What is wrong with the page, and how it looks."""

    prompt: str
    turn: int
    turns_left: int
    outcome: str | None
    """``ok``, ``truncated``, ``no-artifact``, ``timeout``...; None before the first page."""
    detail: str | None
    scores: dict[str, float]
    masks: dict[str, int]
    valid: bool
    findings: list[dict[str, Any]]
    """The gravest first: ``check``, ``severity``, ``message``, ``selector``, ``source``, ``suggestion``."""
    picture: dict[str, str] | None
    """``media_type`` and ``data`` in base64."""

    @property
    def picture_bytes(self) -> bytes | None:
        return base64.b64decode(self.picture["data"]) if self.picture else None

    def as_text(self) -> str:
        """The findings, one a line, for the next turn of a policy."""
        if not self.findings:
            return "Nothing is wrong with the page."
        return "\n".join(_line(finding) for finding in self.findings)


class KallosState(State):  # type: ignore[misc]
    max_turns: int = 0


class KallosEnv(EnvClient[KallosAction, KallosObservation, KallosState]):  # type: ignore[misc]
    """One episode at a time: a prompt, and the turns in which a policy answers it and repairs its answer.

    ``reset`` takes ``prompt``, ``kind``, ``brief`` and ``max_turns`` (3).
    """

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        token: str | None = None,
        deadline: float = DEFAULT_DEADLINE,
        **options: Any,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else None
        # A message is waited for a little longer than the service takes at most.
        super().__init__(base_url, message_timeout_s=deadline + 10, headers=headers, **options)

    def _step_payload(self, action: KallosAction) -> dict[str, Any]:
        return {"response": action.response}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[KallosObservation]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        observation = KallosObservation(**payload["observation"], reward=reward, done=done)
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> KallosState:
        return KallosState(**payload)


def _line(finding: dict[str, Any]) -> str:
    where = f" ({finding['selector']})" if finding.get("selector") else ""
    advice = f" {finding['suggestion']}" if finding.get("suggestion") else ""
    return f"{finding['severity']}: {finding['message']}{where}{advice}"
