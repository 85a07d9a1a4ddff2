/** The wire formats of OpenAI, Anthropic and Google, as far as the tests need them: reading what was asked, writing replies. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

export type Wire = 'chat' | 'responses' | 'messages' | 'google' | 'embeddings' | 'images';

/** A request as the server saw it. */
export interface Asked {
  wire: Wire;
  model: string;
  system: string;
  /** What was said, in order; pictures are decoded. */
  messages: { role: string; texts: string[]; pictures: Buffer[] }[];
  /** JSON Schema that the reply is to fit, in whatever way the wire has for it. */
  format: Json;
  headers: Record<string, string | string[] | undefined>;
  body: JsonObject;
}

/** What a model says. */
export interface Said {
  text: string;
  finish: 'stop' | 'length' | 'refusal';
  usage: { input: number; output: number } | null;
}

export const WIRES: Readonly<Record<string, Wire>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'messages',
  '/v1/models/m:generateContent': 'google',
  '/v1/embeddings': 'embeddings',
  '/v1/images/generations': 'images',
};

export function readRequest(wire: Wire, body: JsonObject, headers: Asked['headers']): Asked {
  const turns = list(body.messages ?? body.input ?? body.contents).map(object);
  const messages = turns.map(({ role, content, parts = content ?? null }) => ({
    role: role as string,
    ...readContent(parts),
  }));
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer';
  const system =
    wire === 'messages' || wire === 'google'
      ? readContent(body.system ?? object(body.systemInstruction).parts).texts
      : messages.filter(isSystem).flatMap((each) => each.texts);
  return {
    wire,
    model: (body.model ?? 'm') as string,
    system: system.join('\n'),
    messages: messages.filter((each) => !isSystem(each)),
    format:
      body.response_format ??
      object(body.text).format ??
      body.output_config ??
      body.tools ??
      object(body.generationConfig).responseSchema ??
      null,
    headers,
    body,
  };
}

function readContent(content: Json | undefined): { texts: string[]; pictures: Buffer[] } {
  if (typeof content === 'string') return { texts: [content], pictures: [] };
  const parts = list(content).map(object);
  const pictures = parts.flatMap((part) => {
    const { url = part.image_url } = object(part.image_url);
    const data =
      object(part.source ?? part.inlineData).data ??
      (typeof url === 'string' ? url.replace(/^data:[^,]*,/, '') : null);
    return typeof data === 'string' ? [Buffer.from(data, 'base64')] : [];
  });
  return { texts: parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])), pictures };
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** A reply in the format of the wire. */
export function writeReply({ wire, model }: Pick<Asked, 'wire' | 'model'>, said: Said): JsonObject {
  const { text, finish, usage } = said;
  const isRefusal = finish === 'refusal';
  if (wire === 'messages') {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[finish],
      stop_sequence: null,
      usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
    };
  }
  if (wire === 'google') {
    const finishReason = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[finish];
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason }],
      ...(usage && { usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output } }),
      modelVersion: model,
    };
  }
  if (wire === 'responses') {
    const content = isRefusal
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [] };
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      status: finish === 'length' ? 'incomplete' : 'completed',
      incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
      model,
      output: [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [content] }],
      ...(usage && { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
    };
  }
  return {
    id: 'chat_1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: isRefusal ? null : text, ...(isRefusal && { refusal: text }) },
        finish_reason: finish === 'length' ? 'length' : 'stop',
      },
    ],
    ...(usage && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
      },
    }),
  };
}
