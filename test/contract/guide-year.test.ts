import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { freePort, startGuideReceiver } from '../fixtures/guide-receiver.ts';
import { useApi } from './api.ts';
import { outputsOf, pasteSteps, readGuide, runProgram } from './guide-code.ts';
import { dataOf } from './helpers.ts';
import { isShellThere, paste, shellNames } from './pasted.ts';

const api = useApi();
const dir = mkdtempSync(join(tmpdir(), 'demarc-year-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const steps = readGuide('a-year-in-the-sandbox.md');

test('the guide has steps in both languages', () => {
  for (const language of ['sh', 'ts'] as const) expect(outputsOf(language, steps).length).toBeGreaterThan(8);
});

test.skipIf(!isShellThere('zsh'))('the block for an account makes one and sets its key', async () => {
  const text = readFileSync('docs/guides/a-year-in-the-sandbox.md', 'utf8');
  const [, block = ''] = /^```sh account\n(.*?)^```$/ms.exec(text) ?? [];
  const env = { DATABASE_URL: api.databaseUrl, DEMARC_BASE_URL: api.base };
  const call =
    'curl -s $DEMARC_BASE_URL/v1/provider -H "X-Access-Id: $DEMARC_ACCESS_ID" -H "X-Access-Secret: $DEMARC_ACCESS_SECRET"\n';
  const { outputs, screen } = await paste('zsh', [block, call], { mode: 'whole', cwd: process.cwd(), env });
  expect(JSON.parse(outputs[1] ?? ''), screen).toMatchObject({ data: { name: 'Year one', livemode: false } });
});

test.each([...shellNames.filter(isShellThere), 'ts'] as const)(
  'the year in %s prints the output in the guide, and the receiver of the guide verifies every event',
  {
    timeout: 180_000,
  },
  async (way) => {
    const partner = await api.partner();
    const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
    const port = await freePort();
    const url = `http://localhost:${port}/`;
    const webhook = dataOf(await partner.post('/v1/webhooks', { url, events: ['*'] }));
    const run = { base: api.base, caller: { accessId, accessSecret } };
    if (way === 'ts') expect(await runProgram(steps, run)).toEqual(outputsOf('ts', steps));
    else {
      const { outputs, screen } = await pasteSteps(way, 'typed', steps, run);
      expect(outputs, screen).toEqual(outputsOf('sh', steps));
    }

    const events = dataOf(await partner.get('/v1/events?sort=createdAt&limit=100'));
    const expected = events.map(({ type, data }: Event) => `${type} ${data.current.id}`).sort();
    const receiver = startGuideReceiver('Node', dir, webhook.secret, port);
    const dispatcher = createDeliveryDispatcher(createSender());
    try {
      await expect.poll(() => answers(port)).toBe(400);
      await dispatcher.dispatchDue(partner.providerId);
      await dispatcher.idle();
      const received = () => receiver.printed().trim().split('\n').sort();
      await expect.poll(received).toEqual(expected);
      const [row] = await api.sql`
      select count(*)::int as sent, count(*) filter (where status = 'DELIVERED' and attempts = 1)::int as received
      from delivery where webhook_id = ${webhook.id}`;
      expect(row).toEqual({ sent: expected.length, received: expected.length });
      expect(expected.length).toBeGreaterThan(30);
    } finally {
      await dispatcher.close();
      receiver.stop();
    }
  },
);

type Event = { type: string; data: { current: { id: string } } };

/** The status of the receiver for an unsigned request, or 0 while it does not listen. */
async function answers(port: number): Promise<number> {
  const response = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' }).catch(() => null);
  return response?.status ?? 0;
}
