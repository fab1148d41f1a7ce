import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { eventListAll } from '../../contract/portal/events.ts';
import { subscriberList } from '../../contract/subscriber.ts';
import { listEvents } from '../event/read.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { listSubscribers } from '../subscriber/read.ts';
import { extendAnchors } from './anchors.ts';

const held = useDatabase({ checked: 'never' });
const SUBSCRIBERS = 5_050;
const pages = [26, 101, 126, 151, 200, 252, 253, 254];

test('deep pages have the same rows without and with anchors', async () => {
  const { sql, db } = held.current;
  const { providerId } = await newProvider(held.current, { livemode: true });
  // Three have the same second, so some rows tie.
  await sql`
    insert into subscriber (id, provider_id, account_number, first_name, last_name, email, phone, status, created_at, updated_at)
    select 'sub_' || lpad(n::text, 26, '0'), ${providerId}, (10000000 + n)::text, 'A', 'B', n || '@example.com', '+' || n, 'active',
      '2025-01-01Z'::timestamptz + (n / 3) * interval '1 second', '2025-01-01Z'
    from generate_series(1, ${SUBSCRIBERS}::int) n`;
  const oldestFirst = Array.from({ length: SUBSCRIBERS }, (_, i) => `sub_${String(i + 1).padStart(26, '0')}`);
  const caller = { type: 'system', name: 'test' } as const;
  const scope = { providerId, livemode: true, caller, correlationId: randomUUID(), now: new Date(), db };

  async function expectPages() {
    for (const [sort, all] of [
      ['createdAt', oldestFirst],
      ['-createdAt', oldestFirst.toReversed()],
    ] as const) {
      for (const page of pages) {
        const { data, meta } = await listSubscribers(scope, subscriberList.parse({ page, sort }));
        expect(data.map(({ id }) => id)).toEqual(all.slice((page - 1) * 20, page * 20));
        expect(meta.total).toBe(SUBSCRIBERS);
      }
    }
  }
  await expectPages();
  expect(await extendAnchors([subscriberResource], new Date())).toBe(20);
  await expectPages();
});

test('deep pages in the order of ids have the rows in order of creation', async () => {
  const { sql, db } = held.current;
  const { providerId } = await newProvider(held.current, { livemode: true });
  const EVENTS = 1_210;
  // Three have the same millisecond, so some rows tie. They are inserted in another order.
  await sql`
    insert into event (id, provider_id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
    select made.id, ${providerId}, 'plan.created', 'pln_1', json_build_object('id', made.id), 'c', at, at, at
    from (
      select 'evt_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(n::text, 20, '0') as id, n, at
      from (select n, '2025-01-01Z'::timestamptz + (n / 3) * interval '1 ms' as at from generate_series(1, ${EVENTS}::int) n) t
    ) made order by n * 7919 % ${EVENTS}::int`;
  const newestFirst = Array.from({ length: EVENTS }, (_, i) => String(EVENTS - i).padStart(20, '0'));
  const caller = { type: 'system', name: 'test' } as const;
  const scope = { providerId, livemode: true, caller, correlationId: randomUUID(), now: new Date(), db };
  for (const page of [1, 2, 26, 60, 61, 62]) {
    const { data, meta } = await listEvents(scope, eventListAll.parse({ page, sort: '-createdAt' }));
    expect(data.map(({ id }) => id.slice(-20))).toEqual(newestFirst.slice((page - 1) * 20, page * 20));
    expect(meta.total).toBe(EVENTS);
  }
});
