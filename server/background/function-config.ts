import { Cron } from 'croner';
import type { InngestFunction } from 'inngest';
import type { Limit } from '../concurrency.ts';

/** An event in the queue, after it crossed JSON. */
export type QueuedEvent = {
  id: string;
  name: string;
  ts: number;
  data: Record<string, unknown>;
};

/** The options of one Inngest function, as the local runner uses them. */
export type FunctionConfig = {
  /** The id that the SDK's serve handler uses: client id and function id. */
  id: string;
  events: readonly string[];
  /** Idle until the runner schedules them. */
  crons: readonly Cron[];
  /** Attempts of each step and of the code between steps, the first one included. */
  maxAttempts: number;
  limitsFor(event: QueuedEvent): Limit[];
};

type Options = InngestFunction.Any['opts'] & Record<string, unknown>;
type Concurrency = { limit: number; key?: string };

const DEFAULT_RETRIES = 3;
const SUPPORTED = new Set(['id', 'triggers', 'retries', 'concurrency']);
const SUPPORTED_TRIGGER = new Set(['cron', 'event', 'name', 'schema', 'version']);

/** The concurrency keys of our functions, as an Inngest server reads them, and what the local runner makes of them. */
export const PROVIDER_KEY = 'event.data.providerId';
export const LANE_KEY = 'event.data.providerId + "/" + event.data.lane';
const keys: Record<string, (data: QueuedEvent['data']) => string> = {
  [PROVIDER_KEY]: ({ providerId }) => `${providerId}`,
  [LANE_KEY]: ({ providerId, lane }) => `${providerId}/${lane}`,
};

function unsupported(functionId: string, what: string): Error {
  return new Error(`Job "${functionId}": the local runner does not support ${what}; use an Inngest server`);
}

/**
 * Reads the options of a function.
 * @throws Error that names the first option which needs an Inngest server, or the cron expression that is malformed
 */
export function functionConfig(clientId: string, fn: InngestFunction.Any): FunctionConfig {
  const options = fn.opts as Options;
  const { id: functionId, triggers = [], concurrency, retries = DEFAULT_RETRIES } = options;
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !SUPPORTED.has(name)) throw unsupported(functionId, `the option ${name}`);
  }

  const events: string[] = [];
  const crons: Cron[] = [];
  for (const trigger of [triggers].flat()) {
    for (const name of Object.keys(trigger)) {
      if (!SUPPORTED_TRIGGER.has(name)) throw unsupported(functionId, `a trigger with ${name}`);
    }
    if (trigger.cron !== undefined) {
      // Five fields in UTC, as an Inngest server reads them.
      crons.push(new Cron(trigger.cron, { mode: '5-part', timezone: 'UTC' }));
      continue;
    }
    const name = typeof trigger.event === 'string' ? trigger.event : trigger.event?.name;
    if (!name || name.includes('*')) throw unsupported(functionId, `the trigger ${name}`);
    events.push(name);
  }

  const { limit, key } = concurrencyOf(functionId, concurrency);
  const keyOf = key === undefined ? undefined : keys[key];
  const id = fn.id(clientId);
  return {
    id,
    events,
    crons,
    maxAttempts: retries + 1,
    limitsFor: ({ data }) => [{ key: keyOf ? `${id}/${keyOf(data)}` : id, limit }],
  };
}

function concurrencyOf(functionId: string, option: Options['concurrency']): Concurrency {
  if (option === undefined) return { limit: Number.POSITIVE_INFINITY };
  if (typeof option !== 'object' || Array.isArray(option)) throw unsupported(functionId, 'this concurrency');
  const { limit, key, ...others } = option as Concurrency;
  if (Object.keys(others).length > 0) throw unsupported(functionId, `concurrency ${Object.keys(others)}`);
  if (key !== undefined && !Object.hasOwn(keys, key))
    throw unsupported(functionId, `concurrency key "${key}"`);
  return { limit, key };
}
