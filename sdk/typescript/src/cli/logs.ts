import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, UsageError } from './command.ts';
import { matcherOf } from './event-names.ts';
import { eventsFromNow } from './listen.ts';
import { client } from './settings.ts';

export const logs: Command = {
  usage: 'logs tail [--events NAME,NAME]',
  summary: 'Prints what happens in the account, as it happens.',
  details: `
Each line has the time on the clock of the account, the event, what it is about, and the correlation id of the request or
run that caused it. The portal has the requests themselves, with both bodies: Developers, API requests.`,
  options: {
    events: {
      type: 'string',
      short: 'e',
      value: 'NAMES',
      about: 'These only: payment.received, subscription.*',
    },
  },
  async run(given, io) {
    if (given.positionals.join(' ') !== 'tail') throw new UsageError('The command is demarc logs tail.');
    const matches = matcherOf(given.text('events'));
    const demarc = client({ maxRetries: 0, timeoutMs: 30_000 });
    const account = await demarc.provider.retrieve();
    const folder = mkdtempSync(join(tmpdir(), 'demarc-logs-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    io.note(`Events of ${account.name}. Ctrl-C ends this.`);
    for await (const event of eventsFromNow(demarc, join(folder, 'journal'), io)) {
      if (!matches(event.type)) continue;
      const { id } = event.data.current as { id?: string };
      io.result(
        `${event.occurredAt}  ${event.type.padEnd(34)} ${(id ?? '').padEnd(32)} ${event.correlationId}`,
        event,
      );
    }
  },
};
