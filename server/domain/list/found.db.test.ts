import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { subscriberListAll } from '../../contract/portal/subscriber.ts';
import { newId } from '../../work/ids.ts';
import { listAllSubscribers } from '../subscriber/read.ts';

const held = useDatabase({ checked: 'never' });

/** More than a search reads by its indexes, of which each seventh is also found by a rarer text. */
const SUBSCRIBERS = 4_500;

test('a search has the same rows, order and total whether many rows match or few', async () => {
  const { sql, db } = held.current;
  const { providerId } = await newProvider(held.current, { livemode: true });
  const numbers = Array.from({ length: SUBSCRIBERS }, (_, i) => i + 1);
  const start = Date.parse('2025-01-01Z');
  const ids = numbers.map((n) => newId('subscriber', new Date(start + n * 1_000)));
  await sql`
    insert into subscriber (id, provider_id, account_number, first_name, last_name, email, phone, city, status, created_at, updated_at)
    select id, ${providerId}, (10000000 + n)::text, 'Wanjiru', 'Last' || (n * 7919) % 10007, n || '@example.com', '+' || n,
      case when n % 7 = 0 then 'Kisumu' end, case when n % 2 = 0 then 'active' else 'suspended' end,
      '2025-01-01Z'::timestamptz + n * interval '1 second', '2025-01-01Z'
    from unnest(${ids}::text[]) with ordinality row (id, n)`;
  const caller = { type: 'staff', id: 's', name: 'S', email: 's@example.com', role: 'admin' } as const;
  const scope = { providerId, livemode: true, caller, correlationId: randomUUID(), now: new Date(), db };
  const listed = async (input: object) => {
    const { data, meta } = await listAllSubscribers(scope, subscriberListAll.parse(input));
    return { ids: data.map(({ id }) => id), total: meta.total };
  };
  const byLastName = (n: number) => (n * 7_919) % 10_007;

  for (const [q, isFound] of [
    ['wanjiru', () => true],
    ['kisumu', (n: number) => n % 7 === 0],
    ['kisumu nowhere', () => false],
  ] as const) {
    for (const [status, has] of [
      [undefined, () => true],
      ['active', (n: number) => n % 2 === 0],
    ] as const) {
      const found = numbers.filter((n) => isFound(n) && has(n));
      const idsOf = (of: number[]) => of.map((n) => ids[n - 1]);
      const input = { q, limit: 20, ...(status && { status }) };
      for (const page of [1, 2, 40]) {
        const rows = found.toReversed().slice((page - 1) * 20, page * 20);
        expect(await listed({ ...input, page }), `${q}, page ${page}`).toEqual({
          ids: idsOf(rows),
          total: found.length,
        });
      }
      const sorted = found.toSorted((a, b) =>
        `Last${byLastName(a)}`.localeCompare(`Last${byLastName(b)}`, 'en'),
      );
      const first = await listed({ ...input, sort: 'lastName' });
      expect(first.ids[0], `${q} by name`).toBe(idsOf(sorted)[0]);
      for (const at of [0, found.length - 5].filter((each) => each >= 0)) {
        const after = ids[(found[at] ?? 1) - 1];
        const behind = await listed({ ...input, sort: 'createdAt', after });
        expect(behind.ids, `${q} behind ${at}`).toEqual(idsOf(found.slice(at + 1, at + 21)));
      }
    }
  }
});
