import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { days, lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { asJob } from '../db/client.ts';
import { transaction } from './transaction.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

test('a period that starts in the same millisecond as another is retried at a later instant', async () => {
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { subscriptionId } = await newCustomer(provider, database.current, start);
  const caller = { type: 'system', name: 'test' } as const;
  const times: Date[] = [];
  await transaction(
    { providerId: provider.providerId, caller, correlationId: crypto.randomUUID() },
    async (scope) => {
      times.push(scope.now);
      if (times.length > 2) return;
      await scope.db.execute(sql`
        insert into billing_cycle (id, provider_id, subscription_id, subscriber_id, plan_id, status, payment_status,
          starts_at, expires_at, grace_ends_at, terms_price, terms_speed, created_at, updated_at)
        select id || 'x', provider_id, subscription_id, subscriber_id, plan_id, 'CLOSED', payment_status,
          starts_at, ${days(start, 1).toISOString()}, grace_ends_at + interval '1 day', terms_price, terms_speed, created_at, updated_at
        from billing_cycle where subscription_id = ${subscriptionId}`);
    },
  );
  expect(times).toHaveLength(3);
  expect(times[2]?.getTime()).toBeGreaterThanOrEqual(times[0]?.getTime() ?? 0);
});

test('jobs of one account that wait for a lock leave connections to the jobs of another', async () => {
  const other = postgres(database.current.url, { max: 2 });
  const [busy, calm] = [await newProvider(database.current), await newProvider(database.current)];
  const caller = { type: 'system', name: 'test' } as const;
  const lockProvider = ({ providerId }: typeof busy) =>
    asJob(() =>
      transaction({ providerId, caller, correlationId: crypto.randomUUID() }, (scope) =>
        scope.db.execute(sql`select from provider where id = ${providerId} for update`),
      ),
    );
  const waitingForLocks = async () => {
    const rows = await other`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length;
  };
  let jobs: Promise<unknown> = Promise.resolve();
  await other.begin(async (tx) => {
    await tx`select from provider where id = ${busy.providerId} for update`;
    jobs = Promise.all(Array.from({ length: 20 }, () => lockProvider(busy)));
    await expect.poll(waitingForLocks).toBe(5);
    await lockProvider(calm);
  });
  await jobs;
  await other.end();
});
