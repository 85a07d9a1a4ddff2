"""Reference pictures, handed to the policy as input.

AesCode draws a picture from the same prompt as guidance of looks. It is shown to the policy and never a target: it may
misrender what was asked for, and a reward for likeness would be gamed. Leaving it out for a share of the prompts
(``keeps``) keeps the policy able to do without.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

_TYPES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp", b"GIF8": "image/gif"}


def keeps(prompt: str, dropout: float, seed: int = 0) -> bool:
    """Whether a prompt keeps its picture: the same for all its rollouts, and another choice for another seed.

    :param dropout: share of prompts in [0,1] that lose it
    """
    digest = hashlib.sha256(f"{seed}\n{prompt}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64 >= dropout


def chat(prompt: str, picture: Any) -> list[dict[str, Any]]:
    """A chat prompt with a picture, as TRL has it: ``picture`` is what its processor takes (PIL, or a path)."""
    return [
        {"role": "user", "content": [{"type": "image", "image": picture}, {"type": "text", "text": prompt}]}
    ]


def row(prompt: str, picture: bytes) -> dict[str, Any]:
    """Columns ``prompt`` and ``images`` of a data set, as verl has them: a tag stands for the picture."""
    return {"prompt": [{"role": "user", "content": f"<image>\n{prompt}"}], "images": [{"bytes": picture}]}


def line(prompt: str, picture: bytes) -> dict[str, Any]:
    """A line of a data file, as slime and OpenRLHF have it: a tag stands for the picture.

    slime reads it with ``--multimodal-keys '{"image": "images"}'``, OpenRLHF with ``--data.image_key images`` and
    ``--data.max_images_per_prompt 1``; both with ``--apply-chat-template`` by whatever name.
    """
    return {"prompt": [{"role": "user", "content": f"<image>\n{prompt}"}], "images": [data_url(picture)]}


def message(prompt: str, picture: bytes) -> dict[str, Any]:
    """A message of OpenAI's chat completions, for policies that play episodes of OpenEnv."""
    parts = [
        {"type": "image_url", "image_url": {"url": data_url(picture)}},
        {"type": "text", "text": prompt},
    ]
    return {"role": "user", "content": parts}


def responses_input(prompt: str, picture: bytes) -> list[dict[str, Any]]:
    """Input of a request of OpenAI's Responses API, as NeMo Gym has it."""
    parts = [
        {"type": "input_image", "image_url": data_url(picture), "detail": "auto"},
        {"type": "input_text", "text": prompt},
    ]
    return [{"role": "user", "content": parts}]


def data_url(picture: bytes) -> str:
    """The picture as a URL, for chat APIs.

    :raises ValueError: when it is no PNG, JPEG, WebP or GIF
    """
    for start, media_type in _TYPES.items():
        if picture.startswith(start):
            return f"data:{media_type};base64,{base64.b64encode(picture).decode()}"
    raise ValueError("a reference picture is a PNG, JPEG, WebP or GIF")
