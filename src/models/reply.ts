import { z } from 'zod';
import type { Turn } from './attempt.js';

/** What a reply says, or what is wrong with it in words that the model is told. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Places at which JSON is looked for: prose seldom has more than a few brackets. */
const MOST_PLACES = 200;

/**
 * Reads a reply strictly: the one JSON value in it that fits the schema, be there prose or a code fence around it. Two
 * different ones are no answer, nor is a number in prose: a model may quote what a page says. Without a schema the reply is its text.
 */
export function readReply<T>(
  { text, finish }: Pick<Turn, 'text' | 'finish'>,
  schema: z.ZodType<T>,
): Reading<T> {
  const wrong = (problem: string): Reading<T> => ({ ok: false, problem });
  if (finish === 'length')
    return wrong('Your reply was cut off because it was too long. Answer more briefly.');
  const said = withoutThoughts(text);
  if (said === '') return wrong('Your reply was empty.');
  const found = jsonValues(said);
  if (found.length === 0) return wrong('Your reply contained no JSON.');
  const tried = found.map((value) => schema.safeParse(value));
  const fitting = new Map(
    tried.filter((each) => each.success).map(({ data }) => [JSON.stringify(data), data] as const),
  );
  if (fitting.size > 1) return wrong('Your reply contained several different answers. Give one.');
  if (fitting.size === 1) return { ok: true, value: [...fitting.values()][0]! };
  const { error } = tried.at(-1)!;
  return wrong(`The JSON in your reply does not fit the schema:\n${z.prettifyError(error!)}`);
}

/** Reads a reply in plain words. */
export function readText({ text }: Pick<Turn, 'text'>): Reading<string> {
  const said = withoutThoughts(text);
  return said === '' ? { ok: false, problem: 'Your reply was empty.' } : { ok: true, value: said };
}

/** Some servers leave what a model thought aloud in front of what it says. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
}

/** The objects and lists in a text that are not part of another. */
function jsonValues(text: string): unknown[] {
  const values: unknown[] = [];
  let places = 0;
  for (let at = nextBracket(text, 0); at >= 0 && places < MOST_PLACES; places++) {
    const end = closing(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) values.push(value);
    at = nextBracket(text, value === undefined ? at + 1 : end);
  }
  return values;
}

function nextBracket(text: string, from: number): number {
  const found = text.slice(from).search(/[{[]/);
  return found < 0 ? -1 : from + found;
}

/** Where the bracket at `start` is closed (exclusive), or -1; brackets in strings don't count. */
function closing(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (isString) {
      if (char === '\\') i++;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return i + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
