import { describe, expect, test } from 'vitest';
import { newProvider } from '../../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import { createWebhook } from '../../webhook/create.ts';
import { claimDue } from './claim.ts';

const database = useDatabase({ checked: 'never' });
const DUE = 3_000;

/** A webhook of a new provider with due deliveries. */
async function withDueDeliveries() {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  const settings = { url: 'http://127.0.0.1:9/', events: ['*'], headers: [], addresses: [] };
  const { id } = await provider.at(new Date(), (scope) =>
    createWebhook(scope, { ...settings, apiVersion: '2026-01-15' }),
  );
  await sql`
    insert into event (provider_id, id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
    select ${providerId}, 'evt_' || n, 'plan.created', 'pln_1', '{}', '-', now(), now(), now() from generate_series(1, ${DUE}::int) n`;
  return { providerId, webhookId: id };
}

/** Rows of deliveries that PostgreSQL has read by scans of whole tables. */
async function rowsScanned(): Promise<number> {
  const { sql } = database.current;
  // Each connection reports its counts at the end of such a transaction.
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`));
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(seq_tup_read), 0)::int as n from pg_stat_user_tables
    where relname like 'delivery%' and relname not like 'delivery_attempt%'`;
  return row?.n ?? 0;
}

/** Entries that PostgreSQL has read from the indexes of due deliveries. */
async function entriesOfDue(): Promise<number> {
  const { sql } = database.current;
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`));
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes i
    where exists (
      select from pg_inherits where inhrelid = i.indexrelid and inhparent = 'delivery_due'::regclass)`;
  return row?.n ?? 0;
}

describe('a claim reads the deliveries that it takes, not all of the provider', () => {
  test.each([
    ['new', 'all are due', { first: 200, retries: 200, after: null }, 0],
    ['new', 'none is due', { first: 200, retries: 200, after: null }, 0],
    ['failed', 'all are due', { first: 200, retries: 200, after: null }, 1],
    ['failed', 'none is due', { first: 200, retries: 200, after: null }, 1],
  ])('of %s deliveries, with statistics of a moment in which %s', async (_, moment, counts, failures) => {
    const { sql } = database.current;
    const { providerId, webhookId } = await withDueDeliveries();
    await sql`update delivery set failures = ${failures} where provider_id = ${providerId}`;
    const isDue = moment === 'all are due';
    if (!isDue) await sql`update delivery set next_attempt_at = null where provider_id = ${providerId}`;
    await sql`analyze delivery`;
    if (!isDue) await sql`update delivery set next_attempt_at = now() where provider_id = ${providerId}`;
    const before = await rowsScanned();
    for (let n = 0; n < 3; n++) {
      expect(await claimDue(providerId, new Map([[webhookId, counts]]), new Date())).toHaveLength(200);
    }
    expect((await rowsScanned()) - before).toBe(0);
  });
});

describe('with less capacity than is due', () => {
  test.each([
    ['new deliveries, those of the first events are claimed', 0, ['evt_1', 'evt_10', 'evt_100']],
    ['retries, those that have waited longest are claimed', 1, ['evt_2998', 'evt_2999', 'evt_3000']],
  ])('of %s', async (_, failures, claimed) => {
    const { sql } = database.current;
    const { providerId, webhookId } = await withDueDeliveries();
    // The later the event, the longer it has been due.
    await sql`
      update delivery
      set failures = ${failures}, next_attempt_at = now() - substr(event_id, 5)::int * interval '1 second'
      where provider_id = ${providerId}`;
    const counts = { first: 3, retries: 3, after: null };
    const due = await claimDue(providerId, new Map([[webhookId, counts]]), new Date());
    expect(due.map(({ eventId }) => eventId)).toEqual(claimed);
  });
});

test('a claim that continues reads no entry of the deliveries before it, which a vacuum cannot remove yet', async () => {
  const { sql } = database.current;
  const { providerId, webhookId } = await withDueDeliveries();
  await sql.begin('isolation level repeatable read', async (backup) => {
    await backup`select from provider`;
    await sql`update delivery set next_attempt_at = null where provider_id = ${providerId} and event_id < 'evt_2'`;
    const entriesRead = async (after: string | null) => {
      const before = await entriesOfDue();
      const due = await claimDue(
        providerId,
        new Map([[webhookId, { first: 5, retries: 0, after }]]),
        new Date(),
      );
      expect(due.every(({ eventId }) => eventId >= 'evt_2')).toBe(true);
      expect(due).toHaveLength(5);
      return (await entriesOfDue()) - before;
    };
    expect(await entriesRead(null)).toBeGreaterThan(1_000);
    expect(await entriesRead('evt_2')).toBeLessThan(100);
  });
});

test('a claim does not wait for a delivery that another process is claiming', async () => {
  const { sql } = database.current;
  const { providerId, webhookId } = await withDueDeliveries();
  await sql.begin(async (other) => {
    await other`select from delivery where provider_id = ${providerId} and event_id in ('evt_1', 'evt_10') for update`;
    const counts = { first: 2, retries: 0, after: null };
    const due = await claimDue(providerId, new Map([[webhookId, counts]]), new Date());
    expect(due.map(({ eventId }) => eventId)).toEqual(['evt_100', 'evt_1000']);
  });
});
