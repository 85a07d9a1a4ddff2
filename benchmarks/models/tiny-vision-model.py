"""Builds a tiny vision model (Llava) with random weights, its tokenizer and its processor. Nothing is downloaded.

Usage: python tiny-vision-model.py FOLDER
"""
import sys
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, decoders, trainers
from transformers import (
    LlavaConfig, LlavaForConditionalGeneration, LlavaProcessor, CLIPImageProcessor, CLIPVisionConfig, LlamaConfig,
    PreTrainedTokenizerFast,
)

folder = sys.argv[1]
torch.manual_seed(1)
raw = Tokenizer(models.BPE())
raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
raw.decoder = decoders.ByteLevel()
specials = ['<pad>', '<s>', '</s>', '<image>']
raw.train_from_iterator(
    ['{"item-1": {"reason": "clear", "vote": "yes"}}'],
    trainers.BpeTrainer(vocab_size=300, special_tokens=specials, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()),
)
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=raw, bos_token='<s>', eos_token='</s>', pad_token='<pad>',
    extra_special_tokens={'image_token': '<image>'},
)
template = (
    "{% for m in messages %}{{ m['role'] }}: {% if m['content'] is string %}{{ m['content'] }}{% else %}"
    "{% for c in m['content'] %}{% if c['type'] == 'image' %}<image>{% else %}{{ c['text'] }}{% endif %}{% endfor %}"
    "{% endif %}\n{% endfor %}assistant: "
)
size = len(tokenizer)
image = tokenizer.convert_tokens_to_ids('<image>')
vision = CLIPVisionConfig(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2, image_size=56, patch_size=14)
text = LlamaConfig(vocab_size=size, hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=2,
                   num_key_value_heads=2, max_position_embeddings=65536, bos_token_id=1, eos_token_id=2, pad_token_id=0)
model = LlavaForConditionalGeneration(LlavaConfig(vision_config=vision, text_config=text, image_token_index=image,
                                                  vision_feature_select_strategy='default'))
model.generation_config.pad_token_id = 0
processor = LlavaProcessor(
    image_processor=CLIPImageProcessor(size={'shortest_edge': 56}, crop_size={'height': 56, 'width': 56}),
    tokenizer=tokenizer, patch_size=14, vision_feature_select_strategy='default', image_token='<image>',
    num_additional_image_tokens=1, chat_template=template,
)
model.save_pretrained(folder)
processor.save_pretrained(folder)
tokenizer.save_pretrained(folder)
print(sum(p.numel() for p in model.parameters()), 'parameters,', size, 'tokens')
