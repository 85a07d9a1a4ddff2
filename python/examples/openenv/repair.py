"""A policy that sees its page and repairs it, over OpenEnv 0.10.0: ``python repair.py MODEL BASE_URL [REFERENCE]``.

Any server that speaks OpenAI's chat completions and can see will do. The policy is shown REFERENCE, a picture, first.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from kallos_rl import reference
from kallos_rl.openenv import KallosAction, KallosEnv, KallosObservation

Policy = Callable[[list[dict[str, Any]]], Awaitable[str]]


def told(observation: KallosObservation) -> dict[str, Any]:
    """The next message: what is wrong, and how the page looks."""
    parts: list[dict[str, Any]] = [
        {"type": "text", "text": f"{observation.as_text()}\nAnswer with the whole page, repaired."}
    ]
    if observation.picture:
        url = f"data:{observation.picture['media_type']};base64,{observation.picture['data']}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return {"role": "user", "content": parts}


async def episode(
    env: KallosEnv, policy: Policy, prompt: str, turns: int = 3, picture: bytes | None = None
) -> list[float | None]:
    """The reward of each turn; None where a page was not judged."""
    step = await env.reset(prompt=prompt, max_turns=turns)
    first = reference.message(prompt, picture) if picture else {"role": "user", "content": prompt}
    messages: list[dict[str, Any]] = [first]
    rewards: list[float | None] = []
    while not step.done:
        reply = await policy(messages)
        step = await env.step(KallosAction(response=reply))
        rewards.append(step.reward)
        messages += [{"role": "assistant", "content": reply}, told(step.observation)]
    return rewards


async def main(model: str, base_url: str, picture: bytes | None) -> None:
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=base_url)

    async def policy(messages: list[Any]) -> str:
        answer = await client.chat.completions.create(model=model, messages=messages)
        return answer.choices[0].message.content or ""

    async with KallosEnv() as env:
        prompt = "A page with the times and fares of a harbour ferry"
        print(await episode(env, policy, prompt, picture=picture))


if __name__ == "__main__":
    named, address, *shown = sys.argv[1:]
    asyncio.run(main(named, address, Path(shown[0]).read_bytes() if shown else None))
