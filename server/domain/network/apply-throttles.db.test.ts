import { beforeAll, expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { applyThrottles } from './apply-throttles.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

test('accounts take turns, and a cap that is passed comes before a new rate of what is throttled', async () => {
  const { sql } = database.current;
  const [large, small] = [await newProvider(database.current), await newProvider(database.current)];
  const customers = [];
  for (const provider of [large, large, large, large, small, small]) {
    const { subscriptionId } = await newCustomer(provider, database.current, new Date(), { priceAmount: 0 });
    customers.push(subscriptionId);
  }
  await sql`
    insert into network_usage (provider_id, billing_cycle_id, subscription_id, plan_id, cap_octets, octets, passed_cap_at,
      throttled_at, throttled_to, is_outpaced, created_at, updated_at)
    select s.provider_id, c.id, s.id, s.plan_id, 1, 2, now(), now(), '{"downloadSpeedMbps":1,"uploadSpeedMbps":1}', true, now(), now()
    from subscription s join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id
    on conflict (provider_id, billing_cycle_id) do update set
      octets = 2, passed_cap_at = now(), throttled_at = now(), throttled_to = excluded.throttled_to, is_outpaced = true`;
  const last = customers.at(-1) ?? '';
  await sql`
    update network_usage set throttled_at = null, throttled_to = null, is_outpaced = false where subscription_id = ${last}`;
  await applyThrottles();
  const entries = await sql<{ id: string }[]>`
    select subscription_id as id from network_usage where throttled_at is not null and not is_outpaced
    order by xmin::text::bigint`;
  const done = entries.map(({ id }) => id);
  expect([...done].sort()).toEqual([...customers].sort());
  expect(done.slice(0, 2)).toContain(last);
  expect(customers.slice(-2).every((id) => done.indexOf(id) < 4)).toBe(true);
});
