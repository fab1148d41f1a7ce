import { beforeAll, expect, test } from 'vitest';
import { newProvider } from '../../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import { readFigures } from '../../backlog/read.ts';
import { resendFailed } from '../../delivery/resend-failed.ts';
import { providersWithDueDeliveries } from '../../messaging/delivery/due.ts';
import { createWebhook } from '../../webhook/create.ts';
import { webhooksHealth } from '../../webhook/health.ts';

const database = useDatabase({ checked: 'never' });
const KEPT = 3_000;

let provider: Awaited<ReturnType<typeof newProvider>>;
let webhookId: string;

/** Deliveries that are done, and two that wait: one for its first attempt, one for a retry. */
beforeAll(async () => {
  const { sql } = database.current;
  provider = await newProvider(database.current);
  const { providerId } = provider;
  const settings = { url: 'http://127.0.0.1:9/', events: ['*'], headers: [], addresses: [] };
  const made = await provider.at(new Date(), (scope) =>
    createWebhook(scope, { ...settings, apiVersion: '2026-01-15' }),
  );
  webhookId = made.id;
  await sql`
    insert into event (provider_id, id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
    select ${providerId}, 'evt_' || n, 'plan.created', 'pln_1', '{}', '-', now(), now(), now() from generate_series(1, ${KEPT}::int) n`;
  await sql`
    update delivery set next_attempt_at = null, delivered_at = now()
    where provider_id = ${providerId} and event_id not in ('evt_1', 'evt_2')`;
  await sql`update delivery set failures = 1 where provider_id = ${providerId} and event_id = 'evt_2'`;
  await sql`vacuum analyze delivery`;
});

/** How many rows of deliveries PostgreSQL has read. */
async function rowsRead(): Promise<number> {
  const { sql } = database.current;
  // Each connection reports its counts at the end of such a transaction.
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`));
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n from pg_stat_user_tables
    where relname like 'delivery%' and relname not like 'delivery_attempt%'`;
  return row?.n ?? 0;
}

test.each([
  ['the sweep for due deliveries', () => providersWithDueDeliveries(), 10],
  ['the figures of the backlog', () => readFigures(), 10],
  // It counts what failed, and reads the attempts of the newest hundred.
  ['the health of a webhook', () => provider.at(new Date(), (scope) => webhooksHealth(scope)), 250],
  [
    'a resend of what failed',
    () => provider.at(new Date(), (scope) => resendFailed(scope, { id: webhookId })),
    20,
  ],
])('%s reads the deliveries that wait, not all that are kept', async (_, read, most) => {
  const before = await rowsRead();
  await read();
  expect((await rowsRead()) - before).toBeLessThan(most);
});
