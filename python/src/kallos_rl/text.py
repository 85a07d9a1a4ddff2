"""The reply in what trainers hand on: chat messages, or text with the tokens of a chat template."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

# Marks of a turn in the chat templates of common models: ChatML, Llama 3, Gemma, Mistral, Phi, DeepSeek.
_ASSISTANT = re.compile(
    r"<\|im_start\|>assistant\s*|<\|start_header_id\|>assistant<\|end_header_id\|>\s*"
    r"|<start_of_turn>model\s*|\[/INST\]|<\|assistant\|>\s*|<｜Assistant｜>"
)
_USER = re.compile(
    r"<\|im_start\|>user\s*|<\|start_header_id\|>user<\|end_header_id\|>\s*"
    r"|<start_of_turn>user\s*|\[INST\]|<\|user\|>\s*|<｜User｜>"
)
_END = re.compile(
    r"<\|im_end\|>|<\|eot_id\|>|<end_of_turn>|\[/INST\]|<\|end\|>|<\|assistant\|>|<｜Assistant｜>"
)
# Tokens with which text of a model ends, or is filled up.
_SPECIAL = re.compile(
    r"<\|(?:im_start|im_end|endoftext|begin_of_text|end_of_text|eot_id|eom_id|start_header_id|end_header_id|end"
    r"|user|assistant|system|pad|box_start|box_end|vision_start|vision_end|image_pad)\|>|<(?:start|end)_of_turn>|</?s>(?=\s*$)|^\s*<s>"
    r"|<(?:bos|eos|pad|unk)>|<｜[^｜\n]{1,40}｜>|\[/?INST\]"
)


def without_tokens(text: str) -> str:
    return _SPECIAL.sub("", text).strip()


def reply_of(query: str, prompt: str = "") -> str:
    """The reply in a text that holds prompt and reply with the tokens of a chat template."""
    if prompt and query.startswith(prompt):
        return without_tokens(query[len(prompt) :])
    # A prompt that was cut or written otherwise: what follows the last mark of an assistant's turn.
    marks = list(_ASSISTANT.finditer(query))
    return without_tokens(query[marks[-1].end() :] if marks else query)


def question_of(prompt: str) -> str:
    """What the user asked last in a prompt with the tokens of a chat template; else the prompt itself."""
    marks = list(_USER.finditer(prompt))
    if not marks:
        return without_tokens(prompt)
    rest = prompt[marks[-1].end() :]
    end = _END.search(rest)
    return without_tokens(rest[: end.start()] if end else rest)


def last_text(messages: Any, role: str) -> str:
    """The text of the last message of ``role`` in a chat; a plain text is taken as it is."""
    if isinstance(messages, str):
        return messages
    if not isinstance(messages, list):
        return ""
    for message in reversed(messages):
        if isinstance(message, Mapping) and message.get("role") == role:
            return _content(message.get("content"))
    return ""


def _content(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [part.get("text") for part in content if isinstance(part, Mapping)]
    return "\n".join(text for text in texts if isinstance(text, str))


def read_label(label: Any) -> dict[str, Any]:
    """``kind`` and ``brief`` out of the one field that a trainer hands on for each sample.

    An object with these keys, as such or as JSON text. Anything else says nothing.
    """
    if isinstance(label, str):
        try:
            label = json.loads(label)
        except ValueError:
            return {}
    if not isinstance(label, Mapping):
        return {}
    kind, brief = label.get("kind"), label.get("brief")
    # Columns of Arrow and Parquet have the same fields in every row: what a brief does not say is None there.
    said = (
        {key: value for key, value in brief.items() if value is not None}
        if isinstance(brief, Mapping)
        else {}
    )
    return {
        **({"kind": kind} if isinstance(kind, str) else {}),
        **({"brief": said} if said else {}),
    }
