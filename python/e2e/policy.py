"""A tiny language model whose words are whole pages: random weights, made on the spot.

A random model of letters writes rubbish, and rubbish has one score. Here one token stands for one page, so that what
the trainer samples from the model, with its own generation, are pages that render and differ in worth. Everything else
is as with a large model: chat template, sampling, log probabilities, loss, optimizer.
"""

from __future__ import annotations

from collections.abc import Iterable

from tokenizers import AddedToken, Tokenizer, decoders
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

END, PAD, START = "<|im_end|>", "<|endoftext|>", "<|im_start|>"
TEMPLATE = (
    "{% for message in messages %}<|im_start|> {{ message['role'] }} {{ message['content'] }} <|im_end|> {% endfor %}"
    "{% if add_generation_prompt %}<|im_start|> assistant {% endif %}"
)


def tokenizer_of(pages: Iterable[str], prompts: Iterable[str]) -> PreTrainedTokenizerFast:
    """A tokenizer with a token for each page, and one for each word of the prompts."""
    words = ["user", "assistant", "system", *{word: None for prompt in prompts for word in prompt.split()}]
    vocabulary = {
        token: i for i, token in enumerate(dict.fromkeys([PAD, START, END, "<unk>", *pages, *words]))
    }
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="<unk>"))  # noqa: S106
    tokenizer.pre_tokenizer = WhitespaceSplit()
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in (PAD, START, END, "<unk>")])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END,
        pad_token=PAD,
        unk_token="<unk>",  # noqa: S106
        chat_template=TEMPLATE,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def model_of(tokenizer: PreTrainedTokenizerFast) -> Qwen2ForCausalLM:
    """Two layers of 32, with as many heads as matter to nobody."""
    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=256,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            bos_token_id=None,
            tie_word_embeddings=False,
        )
    )
