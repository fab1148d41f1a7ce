import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { freePort, startGuideReceiver } from '../fixtures/guide-receiver.ts';
import { useApi } from './api.ts';
import { readGuide, runCommands } from './guide-commands.ts';

const api = useApi();
const dir = mkdtempSync(join(tmpdir(), 'demarc-year-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the commands of the sandbox-year guide print the output in the guide, and the guide receiver verifies every event', {
  timeout: 180_000,
}, async () => {
  const port = await freePort();
  const webhook = join(dir, 'webhook.json');
  const events = join(dir, 'events.txt');
  const { commands, outputs } = readGuide('a-year-in-the-sandbox.md');
  const [first = '', ...others] = commands;
  const register = `demarc POST webhooks '{"url":"http://localhost:${port}/","events":["*"]}' > ${webhook}\n`;
  const printed = await runCommands(api.base, [first, register, ...others, listEvents(events)].join(''));
  expect(commands.length).toBeGreaterThan(8);
  expect(printed).toEqual(outputs);

  const { data } = JSON.parse(readFileSync(webhook, 'utf8'));
  const expected = readFileSync(events, 'utf8').trim().split('\n').sort();
  const [{ provider_id: providerId } = { provider_id: '' }] = await api.sql<{ provider_id: string }[]>`
    select provider_id from webhook where id = ${data.id}`;
  const receiver = startGuideReceiver(dir, data.secret, port);
  const dispatcher = createDeliveryDispatcher(createSender());
  try {
    await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(400);
    await dispatcher.dispatchDue(providerId);
    await dispatcher.idle();
    const received = () => receiver.printed().trim().split('\n').sort();
    await expect.poll(received).toEqual(expected);
    const [row] = await api.sql`
      select count(*)::int as sent, count(*) filter (where status = 'DELIVERED' and attempts = 1)::int as received
      from delivery where webhook_id = ${data.id}`;
    expect(row).toEqual({ sent: expected.length, received: expected.length });
    expect(expected.length).toBeGreaterThan(30);
  } finally {
    await dispatcher.close();
    receiver.stop();
  }
});

/** Writes all events to a file, as the receiver prints them. */
function listEvents(file: string): string {
  return `
    for page in 1 2 3 4 5; do
      demarc GET "events?sort=createdAt&limit=100&page=$page" |
        field 'data.map((event) => event.type + " " + event.data.current.id).join("\\n")'
    done | sed '/^$/d' > ${file}
  `;
}

/** The status of the receiver for an unsigned request, or 0 while it does not listen. */
async function answers(port: number): Promise<number> {
  const response = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' }).catch(() => null);
  return response?.status ?? 0;
}
