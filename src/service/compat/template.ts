/** Marks of a turn in the chat templates of common models: ChatML, Llama 3, Gemma, Mistral, Phi, DeepSeek. */
const ASSISTANT =
  /<\|im_start\|>assistant\s*|<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<start_of_turn>model\s*|\[\/INST\]|<\|assistant\|>\s*|<｜Assistant｜>/g;
const USER =
  /<\|im_start\|>user\s*|<\|start_header_id\|>user<\|end_header_id\|>\s*|<start_of_turn>user\s*|\[INST\]|<\|user\|>\s*|<｜User｜>/g;
/** Tokens with which text of a model ends, or is filled up. */
const SPECIAL =
  /<\|(?:im_start|im_end|endoftext|begin_of_text|end_of_text|eot_id|eom_id|start_header_id|end_header_id|end|user|assistant|system|pad|box_start|box_end|vision_start|vision_end|image_pad)\|>|<(?:start|end)_of_turn>|<\/s>(?=\s*$)|<(?:bos|eos|pad|unk)>|<｜[^｜\n]{1,40}｜>|\[\/?INST\]/g;

/** The first token of a whole text; in a reply it could be the tag of struck text. */
const FIRST = /^\s*<s>/;

const strip = (text: string) => text.replace(SPECIAL, '').trim();

/** The reply in a text that holds prompt and reply with the tokens of a chat template. */
export function replyOf(query: string, prompt: string): string {
  if (prompt !== '' && query.startsWith(prompt)) return strip(query.slice(prompt.length));
  // A prompt that was cut or written otherwise: what follows the last mark of an assistant's turn.
  const last = [...query.matchAll(ASSISTANT)].at(-1);
  return strip(last ? query.slice(last.index + last[0].length) : query.replace(FIRST, ''));
}

/** What the user asked last in a prompt with the tokens of a chat template; the prompt itself where there are none. */
export function questionOf(prompt: string): string {
  const last = [...prompt.matchAll(USER)].at(-1);
  if (!last) return strip(prompt.replace(FIRST, ''));
  const rest = prompt.slice(last.index + last[0].length);
  const end = rest.search(
    /<\|im_end\|>|<\|eot_id\|>|<end_of_turn>|\[\/INST\]|<\|end\|>|<\|assistant\|>|<｜Assistant｜>/,
  );
  return strip(end < 0 ? rest : rest.slice(0, end));
}
