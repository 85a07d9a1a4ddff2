import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { rubricSchema, type Rubric } from '../../../artifact/rubric.js';
import { KallosError } from '../../../errors.js';
import { roleSchema } from '../../../graph/schema.js';

const HELP = '`kallos rubric make` writes one; docs/guides/rubrics.md tells what it may hold.';

/**
 * Reads a rubric from a JSON file, such as one that was edited by hand.
 *
 * @throws KallosError KALLOS_INPUT_MISSING when there is no such file, KALLOS_RUBRIC with all that is wrong in it
 */
export async function readRubric(path: string): Promise<Rubric> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new KallosError('KALLOS_INPUT_MISSING', `The rubric ${path} cannot be read.`, HELP, { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new KallosError('KALLOS_RUBRIC', `The rubric ${path} is no JSON: ${message}.`, HELP, { cause });
  }
  const rubric = rubricSchema.safeParse(value);
  if (!rubric.success) {
    const wrong = z.prettifyError(rubric.error);
    throw new KallosError('KALLOS_RUBRIC', `The rubric ${path} cannot be used:\n${wrong}`, HELP);
  }
  rubric.data.elements.forEach(({ role }) => toRole(role));
  return rubric.data;
}

/** @throws KallosError KALLOS_RUBRIC for a role that there is not */
export function toRole(word: string) {
  const role = roleSchema.safeParse(word);
  if (role.success) return role.data;
  throw new KallosError(
    'KALLOS_RUBRIC',
    `The rubric has an element of role "${word}", which there is not.`,
    `The roles are ${roleSchema.options.join(', ')}.`,
  );
}
