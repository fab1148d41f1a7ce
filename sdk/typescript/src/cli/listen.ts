import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEvent } from '../events.ts';
import { type Command, CommandError, type Given, type Io, UsageError } from './command.ts';
import {
  type Attempt,
  bodyOf,
  createForwarder,
  isAccepted,
  NEWEST_VERSION,
  newSecret,
  OLDER_VERSION,
} from './deliver.ts';
import { eventTypes, matcherOf } from './event-names.ts';
import { EventFollower, printEvents } from './follow.ts';
import { takeLock } from './lock.ts';
import { client, folder, settings, writePrivately } from './settings.ts';

const MAX_WAIT_MS = 30_000;

export const listen: Command = {
  usage: 'listen [--forward-to URL] [--events NAME,NAME] [--from now]',
  summary: 'Prints the events of the account, or delivers them to a receiver on this machine.',
  details: `
It follows GET /v1/events/feed, so it needs no public address. Without --forward-to it prints the events from now on, with --json
the whole of each. A delivery has the body, the headers and the signature of a delivery
of a webhook, with the secret that is printed at the start; the secret stays the same.

Events come in order, one at a time. An event that the receiver does not accept with a 2xx status is delivered again, after
1 second, then twice as long each time, up to ${MAX_WAIT_MS / 1_000} seconds. What happened while it did not run, it delivers at its next start;
the receiver may get an event twice, with the same id. Status 410 ends it, as it disables a webhook.`,
  options: {
    'forward-to': {
      type: 'string',
      short: 'f',
      value: 'URL',
      about: 'The receiver, such as http://localhost:4000/hook.',
    },
    events: {
      type: 'string',
      short: 'e',
      value: 'NAMES',
      about: 'These only: payment.received, subscription.*',
    },
    from: { type: 'string', value: 'now', about: 'Skip what happened while it did not run.' },
    'max-attempts': {
      type: 'string',
      value: 'N',
      about: 'Skip an event after N failed attempts. Default: never.',
    },
    'api-version': {
      type: 'string',
      value: 'DATE',
      about: `${NEWEST_VERSION} (default) or ${OLDER_VERSION}.`,
    },
    secret: { type: 'string', value: 'SECRET', about: 'Sign with this secret instead of the stored one.' },
    live: { type: 'boolean', about: 'Allow a live account: its events have data of real customers.' },
  },
  values: { events: () => eventTypes },
  async run(given, io) {
    const to = given.text('forward-to');
    const isWanted = matcherOf(given.text('events'));
    const idle = ['from', 'max-attempts', 'api-version', 'secret'].find(
      (name) => given.text(name) !== undefined,
    );
    if (to === undefined && idle !== undefined)
      throw new UsageError(`--${idle} needs --forward-to, the address of your receiver.`);
    const chosen = to === undefined ? undefined : choices(given, to);
    const demarc = client(given, io, { maxRetries: 0, timeoutMs: 30_000 });
    const account = await demarc.provider.retrieve();
    if (account.livemode && !given.has('live'))
      throw new CommandError('This is a live account. Add --live to get the data of real customers.');
    if (!chosen) {
      const follower = new EventFollower(demarc);
      await follower.startNow();
      io.note(`Events of ${account.name}. Ctrl-C ends this.`);
      return printEvents(follower, io, isWanted);
    }
    const { baseUrl, accessId } = settings(given);
    const name = createHash('sha256')
      .update(`${baseUrl} ${accessId} ${chosen.target}`)
      .digest('hex')
      .slice(0, 16);
    const path = join(folder(), 'listen', name);
    const release = takeLock(`${path}.lock`, `Another demarc listen forwards to ${chosen.target}`);
    const forwarder = createForwarder(chosen.target, chosen.secret);
    try {
      if (chosen.fromNow) rmSync(`${path}.place`, { force: true });
      const follower = new EventFollower(demarc, `${path}.place`);
      const isResuming = follower.isResuming;
      if (!isResuming) await follower.startNow();
      const environment = account.livemode ? 'live' : 'sandbox';
      io.result(
        `Forwarding events of ${account.name} (${environment}) to ${chosen.target}${isResuming ? ', from where it stopped' : ''}.\n` +
          `Signing secret: ${chosen.secret}`,
        {
          kind: 'ready',
          account: account.name,
          target: String(chosen.target),
          secret: chosen.secret,
          isResuming,
        },
      );
      for await (const event of follower.events(io))
        if (isWanted(event.type)) await untilAccepted(event, forwarder.deliver, chosen, io);
    } finally {
      forwarder.close();
      release();
    }
  },
};

type Choices = {
  target: URL;
  secret: string;
  apiVersion: string;
  fromNow: boolean;
  maxAttempts: number;
};

/** @param to the receiver */
function choices(given: Given, to: string): Choices {
  // A port alone, or an address without its scheme.
  const full = /^\d+$/.test(to) ? `http://localhost:${to}` : /^https?:\/\//.test(to) ? to : `http://${to}`;
  const apiVersion = given.text('api-version') ?? NEWEST_VERSION;
  if (![NEWEST_VERSION, OLDER_VERSION].includes(apiVersion))
    throw new UsageError(`--api-version is ${NEWEST_VERSION} or ${OLDER_VERSION}.`);
  const from = given.text('from');
  if (from !== undefined && from !== 'now') throw new UsageError('--from takes now.');
  const attempts = given.text('max-attempts');
  const maxAttempts = attempts === undefined ? Number.POSITIVE_INFINITY : Number(attempts);
  if (attempts !== undefined && !(Number.isInteger(maxAttempts) && maxAttempts > 0))
    throw new UsageError('--max-attempts takes a number from 1 on.');
  return {
    target: urlOf(full),
    secret: given.text('secret') ?? storedSecret(),
    apiVersion,
    fromNow: from === 'now',
    maxAttempts,
  };
}

function urlOf(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UsageError(`${text} is not an address.`);
  }
}

/** One secret for this machine, so that a receiver keeps it in its settings. */
function storedSecret(): string {
  const path = join(folder(), 'listen', 'secret');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = newSecret();
  writePrivately(path, `${secret}\n`);
  return secret;
}

type Deliver = (event: WebhookEvent, body: string, attempt: number) => Promise<Attempt>;

/** Delivers an event until the receiver accepts it. */
async function untilAccepted(event: WebhookEvent, deliver: Deliver, chosen: Choices, io: Io): Promise<void> {
  const body = bodyOf(event, chosen.apiVersion);
  for (let attempt = 1; ; attempt++) {
    const outcome = await deliver(event, body, attempt);
    const isLast = attempt >= chosen.maxAttempts;
    const wait = Math.min(MAX_WAIT_MS, 1_000 * 2 ** (attempt - 1));
    const isDone = isAccepted(outcome);
    const answer = outcome.status ?? outcome.error;
    const next = isDone ? '' : isLast ? ', given up' : `, again in ${wait / 1_000} s`;
    io.result(`${event.type.padEnd(34)} ${event.id}  ${answer} in ${outcome.ms} ms${next}`, {
      ...{ kind: 'delivery', type: event.type, id: event.id, attempt, accepted: isDone, ...outcome },
    });
    if (outcome.status === 410)
      throw new CommandError(
        'The receiver answered 410, which disables a webhook. The event is delivered at the next start.',
      );
    if (isDone || isLast) return;
    await sleep(wait);
  }
}
