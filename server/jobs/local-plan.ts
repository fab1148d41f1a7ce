import type { InngestFunction } from 'inngest';
import { parseCron } from './cron.ts';
import type { Limit } from './lanes.ts';

/** An event as it stands in the queue: what JSON left of it. */
export interface QueuedEvent {
  id: string;
  name: string;
  ts: number;
  data: Record<string, unknown>;
}

/** What the runner needs to know of one function. */
export interface Plan {
  /** As the SDK's serve handler knows it: client id and function id. */
  id: string;
  events: readonly string[];
  crons: readonly { expression: string; matches: (at: Date) => boolean }[];
  /** Tries in all, the first included, for each step and for what stands between steps. */
  maxAttempts: number;
  limitsFor(event: QueuedEvent): Limit[];
  /** The id of its `onFailure` handler. */
  failureId: string | null;
}

export const FAILED = 'inngest/function.failed';
const DEFAULT_RETRIES = 3;
const SUPPORTED = new Set([
  'id',
  'name',
  'description',
  'triggers',
  'retries',
  'concurrency',
  'onFailure',
  'middleware',
]);
const DATA_PATH = /^event\.data((?:\.[A-Za-z_][A-Za-z0-9_]*)+)$/;

type Options = InngestFunction.Any['opts'];

function limitOf(fnId: string, option: { limit: number; key?: string; scope?: string }, index: number) {
  const { limit, key, scope = 'fn' } = option;
  if (scope !== 'fn') throw unsupported(fnId, `concurrency scope "${scope}"`);
  if (!Number.isInteger(limit) || limit < 1) throw unsupported(fnId, `concurrency limit ${limit}`);
  const path = key === undefined ? [] : DATA_PATH.exec(key)?.[1]?.slice(1).split('.');
  if (!path) throw unsupported(fnId, `concurrency key "${key}" (only event.data.NAME paths)`);
  return (event: QueuedEvent): Limit => {
    let value: unknown = key === undefined ? null : event.data;
    for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
    return { key: `${fnId}/${index}/${JSON.stringify(value ?? null)}`, limit };
  };
}

function unsupported(fnId: string, what: string): Error {
  return new Error(`Job "${fnId}": the local runner does not support ${what}; use an Inngest server`);
}

/**
 * Reads a function's options.
 * @throws Error naming the first thing that only an Inngest server can do
 */
export function planOf(clientId: string, fn: InngestFunction.Any): Plan {
  const options = fn.opts as Options & Record<string, unknown>;
  const fnId = options.id;
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !SUPPORTED.has(name)) throw unsupported(fnId, `the option ${name}`);
  }

  const events: string[] = [];
  const crons: Plan['crons'][number][] = [];
  for (const trigger of options.triggers ?? []) {
    if (trigger.cron !== undefined) {
      if (trigger.jitter !== undefined) throw unsupported(fnId, 'a cron with jitter');
      crons.push({ expression: trigger.cron, matches: parseCron(trigger.cron) });
      continue;
    }
    const name: string = typeof trigger.event === 'string' ? trigger.event : trigger.event?.name;
    if (trigger.if !== undefined) throw unsupported(fnId, `a condition on ${name}`);
    if (!name || name.includes('*') || (name.startsWith('inngest/') && name !== FAILED)) {
      throw unsupported(fnId, `the trigger ${name}`);
    }
    events.push(name);
  }

  const concurrency = options.concurrency ?? [];
  const limits = [concurrency]
    .flat()
    .map((option, index) => limitOf(fnId, typeof option === 'number' ? { limit: option } : option, index));
  if (limits.length > 2) throw unsupported(fnId, 'more than two concurrency limits');

  const id = fn.id(clientId);
  return {
    id,
    events,
    crons,
    maxAttempts: (options.retries ?? DEFAULT_RETRIES) + 1,
    // A function without limits still has a lane of its own.
    limitsFor: (event) =>
      limits.length > 0
        ? limits.map((limit) => limit(event))
        : [{ key: id, limit: Number.POSITIVE_INFINITY }],
    failureId: options.onFailure ? `${id}-failure` : null,
  };
}
