import { expect, test } from 'vitest';
import { days, lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { realNow } from '../../clock.ts';
import { dueWorkNames } from '../../contract/portal/due-work-names.ts';
// Defines all queues.
import '../../background/registry.ts';
import { readFigures } from './read.ts';

const database = useDatabase({ checked: 'at the end' });

const QUEUES = [
  ...[
    'accounting',
    'checkout sessions',
    'deliveries',
    'emails',
    'erasures',
    'gateway addresses',
    'gateway refunds',
    'inbound events',
  ],
  ...['job rows', 'outbound sync', 'places of events', 'prompts', 'session changes', 'session events'],
];

test('the figures have the backlog of each kind of work, in real time also behind a test clock', async () => {
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { sql } = database.current;
  const inAYear = days(realNow(), 365);
  await sql`update provider set clock_offset_ms = ${365 * 86_400_000} where id = ${provider.providerId}`;
  // Its first event makes it due.
  await sql`
    insert into webhook (id, provider_id, url, events, sealed_headers, api_version, status, sealed_secret, secret_last4, created_at, updated_at)
    values ('whk_1', ${provider.providerId}, 'https://example.com', '{subscription.created}', '', '2026-01-15', 'ACTIVE', '', '', now(), now())`;
  for (const ago of [31, 29]) await newCustomer(provider, database.current, days(inAYear, -ago));

  const { demarc_due_items: items, demarc_due_oldest_seconds: ages, ...others } = await readFigures();
  const of = (samples: typeof items, work: string) =>
    samples.find(({ labels }) => labels?.work === work)?.value;

  expect(items.map(({ labels }) => labels?.work).sort()).toEqual([...QUEUES, ...dueWorkNames].sort());
  expect(ages.map(({ labels }) => labels?.work)).toEqual(items.map(({ labels }) => labels?.work));
  expect(of(items, 'renewal window')).toBe(2);
  // It opened three days before the end of the cycle of 30 days. The older one counts.
  expect(of(ages, 'renewal window')).toBeGreaterThanOrEqual(4 * 86_400);
  expect(of(ages, 'renewal window')).toBeLessThan(4 * 86_400 + 600);
  expect(of(items, 'deliveries')).toBe(2);
  expect(of(ages, 'deliveries')).toBeLessThan(600);
  expect([of(items, 'inbound events'), of(ages, 'inbound events')]).toEqual([0, 0]);
  expect(others).toEqual({
    demarc_webhooks: ['healthy', 'failing', 'disabled'].map((state) => ({
      value: state === 'healthy' ? 1 : 0,
      labels: { state },
    })),
    demarc_gateway_refunds: ['pending', 'failed'].map((state) => ({ value: 0, labels: { state } })),
    demarc_network_sessions: [{ value: 0 }],
    demarc_network_silence_seconds: [{ value: 0 }],
    demarc_receipts_unmatched: [{ value: 0 }],
  });
});
