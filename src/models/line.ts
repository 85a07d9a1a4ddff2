import type { Connection } from './attempt.js';
import { createMeter, type Consumption, type Meter } from './meter.js';
import { createQueue } from './queue.js';
import { redactor } from './redact.js';
import { PROVIDERS, type ModelSettings, type Provider } from './settings.js';
import { KallosError } from '../errors.js';

/** What goes between Kallos and one model: queue, clock, retries, meter, and the connection, made at the first call. */
export interface Line {
  /** "openai/gpt-x": for people and fingerprints. */
  name: string;
  /** Which model, at which address: part of every question's identity. */
  identity: { provider: Provider; baseURL: string; model: string };
  meter: Meter;
  /**
   * Sends one request through the queue, again where a fault may pass.
   *
   * @throws KallosError KALLOS_MODEL_KEY, _REJECTED, _UNAVAILABLE, _TIMEOUT, _BUDGET
   */
  send<T>(
    request: (connection: Connection, clock: AbortSignal) => Promise<T>,
    consumed: (value: T) => Consumption,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Counts a question that came from disk or failed. */
  counted<T extends { cached: boolean }>(work: () => Promise<T>): Promise<T>;
}

export interface LineOptions {
  env: NodeJS.ProcessEnv;
  pauses?: readonly number[] | undefined;
}

export function openLine(settings: ModelSettings, { env, pauses }: LineOptions): Line {
  const { provider, model } = settings;
  const name = `${provider}/${model}`;
  const baseURL = settings.baseURL ?? PROVIDERS[provider].baseURL!;
  const meter = createMeter(name, settings);
  const queue = createQueue({ name, ...settings, ...(pauses && { pauses }) });
  let connection: Promise<Connection> | undefined;

  const connect = async () => {
    const key = apiKey(name, settings, env);
    const { openConnection } = await import('./sdk.js');
    return openConnection({ name, provider, model, baseURL, key, redact: redactor(key) });
  };

  return {
    name,
    identity: { provider, baseURL, model },
    meter,
    async send(request, consumed, signal) {
      connection ??= connect();
      const ready = await connection;
      const { value, attempts } = await queue.call(async (clock) => {
        const settle = meter.admit();
        let used: Consumption | null = null;
        try {
          const came = await request(ready, clock);
          used = consumed(came);
          return came;
        } finally {
          settle(used);
        }
      }, signal);
      meter.count('retries', attempts - 1);
      return value;
    },
    async counted(work) {
      try {
        const done = await work();
        if (done.cached) meter.count('cached');
        return done;
      } catch (error) {
        meter.count('failures');
        throw error;
      }
    },
  };
}

/** A server of one's own may need no key; a provider's always does, and so does one for which a variable is named. */
function apiKey(name: string, settings: ModelSettings, env: NodeJS.ProcessEnv): string | null {
  const variable = settings.apiKeyEnv ?? PROVIDERS[settings.provider].apiKeyEnv;
  if (variable === null) return null;
  const key = env[variable]?.trim();
  if (key) return key;
  throw new KallosError(
    'KALLOS_MODEL_KEY',
    `There is no key for ${name}: the environment variable ${variable} is not set.`,
    'Set it, or name another one in apiKeyEnv.',
  );
}
