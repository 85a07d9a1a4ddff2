import { z } from 'zod';
import { KallosError } from '../errors.js';
import type { Check } from './check.js';
import { severitySchema, type Severity } from './schema.js';

/** How a user sets a check: switched off, another severity, or a severity with options of that check. */
const levelSchema = z.union([severitySchema, z.literal('off')]);
export const checkSettingSchema = z.union([
  levelSchema,
  z.tuple([levelSchema, z.record(z.string(), z.unknown())]),
]);
export type CheckSetting = z.infer<typeof checkSettingSchema>;

/** Settings by check id: the `checks` part of the configuration. */
export type CheckSettings = Readonly<Record<string, CheckSetting>>;

/** A check's severity and options after the user's settings; null when it is switched off. */
export interface ResolvedSetting<Options = unknown> {
  severity: Severity;
  options: Options;
}

/**
 * Applies the user's setting to a check. A severity decides how findings are reported and whether the command fails; it
 * doesn't move the score, or else two users' numbers could not be compared. Switching a check off takes its part away.
 *
 * @throws KallosError KALLOS_CONFIG when an option is unknown to the check or has a wrong value
 */
export function resolveSetting(
  check: { meta: { id: string; severity: Severity }; options: Check['options'] },
  settings: CheckSettings,
): ResolvedSetting | null {
  const setting = settings[check.meta.id] ?? check.meta.severity;
  const [severity, given] = Array.isArray(setting) ? setting : [setting, {}];
  if (severity === 'off') return null;
  const options = check.options.safeParse(given);
  if (options.success) return { severity, options: options.data };
  const issue = options.error.issues[0]!;
  const at = ['checks', check.meta.id, ...issue.path].join('.');
  throw new KallosError(
    'KALLOS_CONFIG',
    `Setting ${at}: ${issue.message}.`,
    `See docs/checks/${check.meta.id}.md for the options of this check.`,
  );
}
