import { expect, test } from 'vitest';
import { startWebhookReceiver, status } from '../../test/fakes/webhook-receiver.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { drainDeliveries, stopDeliveries } from '../domain/messaging/delivery/due.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { createWebhook } from '../domain/webhook/create.ts';
import { watchRetries } from './watch-retries.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');

test('a process starts the retries that become due while it runs, without a wake-up or a sweep', async () => {
  const { sql } = database.current;
  const receiver = await startWebhookReceiver(status(500));
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  await provider.at(at, (scope) =>
    createWebhook(scope, {
      ...{ url: receiver.url, events: ['*'], headers: [], addresses: [] },
      apiVersion: '2026-01-15',
    }),
  );
  for (const n of [1, 2, 3]) {
    const person = { firstName: 'Ada', lastName: 'L', email: `a${n}@example.com`, phone: `+25471234560${n}` };
    await provider.at(at, (scope) => createSubscriber(scope, person));
  }
  const stop = watchRetries({ log: { warn: () => {} } });
  await drainDeliveries({ providerId });
  await expect.poll(() => receiver.received.length).toBe(3);
  const due = async (n: number) => sql`
    update delivery set next_attempt_at = now() where id in (
      select id from delivery where provider_id = ${providerId} and attempts = 1 and failures = 1 limit ${n})`;
  await expect.poll(async () => (await due(1)).count).toBe(1);
  await expect.poll(() => receiver.received.length).toBe(4);
  await due(2);
  await expect.poll(() => receiver.received.length).toBe(6);
  stop();
  await stopDeliveries();
  await receiver.close();
});
