import { setTimeout as sleep } from 'node:timers/promises';
import type { Demarc } from '../client.ts';
import type { Delivery } from '../generated/openapi.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { client } from './settings.ts';

/** How long the command waits for the outcome of an attempt. The receiver has ten seconds. */
const WAIT_MS = 15_000;

export const events: Command = {
  usage: 'events resend EVENT_ID [--webhook ID]',
  summary: 'Sends an event again to the webhooks that received it.',
  details: `
Each delivery has the same bytes as before and the next number of an attempt. The command prints the answer of each receiver, and
ends with 1 unless all of them accepted it. Disabled webhooks are left out.`,
  options: {
    webhook: { type: 'string', value: 'ID', about: 'This webhook only.' },
  },
  words: ['resend'],
  async run(given, io) {
    const [verb, eventId, ...more] = given.positionals;
    if (verb !== 'resend' || eventId === undefined || more.length > 0)
      throw new UsageError('The command is demarc events resend EVENT_ID.');
    const demarc = client(given, io);
    const webhookId = given.text('webhook');
    const query = { eventId, ...(webhookId === undefined ? {} : { webhookId }) };
    const found = await demarc.deliveries.listAll(query).toArray();
    const disabled = await disabledAmong(demarc, found);
    const wanted = found.filter((one) => !disabled.has(one.webhookId));
    if (wanted.length === 0) {
      await demarc.events.retrieve(eventId);
      throw new CommandError(
        found.length > 0 ? 'The webhooks that received it are disabled.' : 'No webhook received this event.',
      );
    }
    const outcomes = await Promise.all(wanted.map((one) => resent(demarc, one)));
    for (const outcome of outcomes) io.result(lineOf(outcome), outcome);
    if (outcomes.some(({ status }) => status !== 'DELIVERED'))
      throw new CommandError('Not all receivers accepted it.');
  },
};

async function disabledAmong(demarc: Demarc, found: readonly Delivery[]): Promise<Set<string>> {
  const ids = [...new Set(found.map(({ webhookId }) => webhookId))];
  const webhooks = await Promise.all(ids.map((id) => demarc.webhooks.retrieve(id)));
  return new Set(webhooks.filter(({ status }) => status === 'DISABLED').map(({ id }) => id));
}

/** Resends a delivery and waits for the outcome. */
async function resent(demarc: Demarc, { webhookId, id, attempts }: Delivery): Promise<Delivery> {
  let now = await demarc.deliveries.resend(webhookId, id);
  for (let waited = 0; now.attempts.length <= attempts.length && waited < WAIT_MS; waited += 200) {
    await sleep(200);
    now = await demarc.deliveries.retrieve(webhookId, id);
  }
  return now;
}

function lineOf({ webhookId, status, attempts }: Delivery): string {
  const last = attempts.at(-1);
  const answer = last ? `${last.responseStatus ?? last.error} (attempt ${last.number})` : 'no attempt yet';
  return `${webhookId}  ${status}  ${answer}`;
}
