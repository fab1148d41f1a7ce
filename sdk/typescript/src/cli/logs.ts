import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest } from '../generated/openapi.ts';
import { type Command, type Given, type Io, UsageError } from './command.ts';
import { EventFollower, printEvents } from './follow.ts';
import { type RequestFilters, RequestFollower } from './follow-requests.ts';
import { client } from './settings.ts';
import { untilConnected } from './until-connected.ts';

/** How often it reads the log. */
const POLL_MS = 1_000;

export const logs: Command = {
  usage: 'logs tail [--events] [--status STATUS] [--method METHOD] [--path TEXT]',
  summary: 'Prints the calls of the API, as they are answered.',
  details: `
It follows GET /v1/requests: writes and refusals, and the first successful read of each second of each key. Each line has the time on the
clock of the account, status, method, path, duration, error and correlation id. A call appears a second or two after its answer.
demarc get requests/ID prints both bodies; the id is in the output of --json. With --events it follows GET /v1/events/feed too, and
prints each event when it becomes visible.`,
  options: {
    events: { type: 'boolean', short: 'e', about: 'Print the events as well.' },
    status: { type: 'string', short: 's', value: 'STATUS', about: 'Only this status: 404, or 4xx.' },
    method: { type: 'string', short: 'm', value: 'METHOD', about: 'Only this method.' },
    path: { type: 'string', short: 'p', value: 'TEXT', about: 'Only paths that contain this.' },
    last: {
      type: 'string',
      short: 'n',
      value: 'N',
      about: 'Begin with the last N calls, at most 100. Default: 10.',
    },
  },
  words: ['tail'],
  async run(given, io) {
    if (given.positionals.join(' ') !== 'tail') throw new UsageError('The command is demarc logs tail.');
    const last = lastOf(given);
    const demarc = client(given, io, { maxRetries: 0, timeoutMs: 30_000 });
    const account = await demarc.provider.retrieve();
    const follower = new RequestFollower(demarc, filtersOf(given));
    const print = (calls: ApiRequest[]) => {
      for (const call of calls) io.result(lineOf(call), call);
    };
    const events = given.has('events') ? new EventFollower(demarc) : undefined;
    await events?.startNow();
    const known = await follower.start();
    io.note(`Calls${events ? ' and events' : ''} of ${account.name}. Ctrl-C ends this.`);
    print(known.slice(Math.max(0, known.length - last)));
    await Promise.all([tail(follower, print, io), ...(events ? [printEvents(events, io)] : [])]);
  },
};

async function tail(follower: RequestFollower, print: (calls: ApiRequest[]) => void, io: Io): Promise<never> {
  for (;;) {
    print(await untilConnected(() => follower.poll(), io));
    await sleep(POLL_MS);
  }
}

function lastOf(given: Given): number {
  const last = Number(given.text('last') ?? 10);
  if (!Number.isInteger(last) || last < 0 || last > 100)
    throw new UsageError('--last takes a number from 0 to 100.');
  return last;
}

/** The server checks the values, so that its list of them is the only one. */
function filtersOf(given: Given): RequestFilters {
  const [status, method, path] = ['status', 'method', 'path'].map(given.text);
  return { status, method: method?.toUpperCase(), path } as RequestFilters;
}

function lineOf(call: ApiRequest): string {
  const { createdAt, status, method, path, query, durationMs, error, replayed, dryRun, correlationId } = call;
  const remark = error ?? (dryRun ? 'dry run' : replayed ? 'replayed' : '');
  const target = query === null ? path : `${path}?${query}`;
  return [
    `${createdAt}  ${status}  ${method.padEnd(6)} ${target.padEnd(44)}`,
    `${Math.round(durationMs)} ms`.padStart(8),
    remark.padEnd(22),
    correlationId,
  ].join('  ');
}
