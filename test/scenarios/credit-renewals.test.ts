import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../server/contract/days.ts';
import { createCharge } from '../../server/domain/charge/create.ts';
import { adjustCredit } from '../../server/domain/credit/adjust.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';
import { lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

test('a billing run settles covered renewals with their issue, as a set, and leaves the others open', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  const since = new Date();
  const amounts = [0, 29.99, 30, 75, 30];
  const ids: string[] = [];
  for (const [i, amount] of amounts.entries()) {
    const { subscriberId } = await newCustomer(provider, database.current, since);
    ids.push(subscriberId);
    await provider.at(since, async (scope) => {
      if (amount > 0)
        await adjustCredit(scope, { id: subscriberId, amount, currency: 'USD', note: 'Prepaid' });
      // A debt that is due before the renewal: the credit waits for it.
      if (i === 4)
        await createCharge(scope, { subscriberId, description: 'Router', amount: 31, currency: 'USD' });
    });
  }
  await sql`update provider set clock_offset_ms = ${28 * DAY_MS} where id = ${providerId}`;
  // The run is late: the window of this renewal opened a day before its credit was given.
  const { subscriberId: late } = await newCustomer(provider, database.current, since);
  const prepaid = { id: late, amount: 30, currency: 'USD', note: 'Prepaid' };
  await provider.at(new Date(since.getTime() + 28 * DAY_MS), (scope) => adjustCredit(scope, prepaid));
  await drainDue({ providerId, budgetMs: 60_000 });
  const rows = await sql`
    select i.subscriber_id as id, i.status, c.payment_status as cycle, coalesce(k.balance, 0)::int as credit, i.paid_at = i.issued_at as "atIssue"
    from invoice i join billing_cycle c on c.provider_id = i.provider_id and c.id = i.billing_cycle_id
    left join credit k on k.provider_id = i.provider_id and k.subscriber_id = i.subscriber_id
    where i.provider_id = ${providerId} and i.kind = 'RENEWAL'`;
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  const open = (credit: number) => ({ status: 'OPEN', cycle: 'PENDING', credit, atIssue: null });
  const paid = (credit: number) => ({ status: 'PAID', cycle: 'COMPLETED', credit, atIssue: true });
  expect(ids.map((id) => byId.get(id))).toEqual([open(0), open(2_999), paid(0), paid(4_500), open(3_000)]);
  const mails = await sql`
    select subscriber_id as id, coalesce((facts ->> 'fromCredit')::boolean, false) as "isPaid" from mail
    where provider_id = ${providerId} and kind = 'INVOICE'`;
  const isPaid = new Map(mails.map((row) => [row.id, row.isPaid]));
  expect(ids.map((id) => isPaid.get(id))).toEqual([false, false, true, true, false]);
  const moves = await sql`
    select type, ending_balance::int as left from balance_transaction
    where provider_id = ${providerId} and subscriber_id = ${late} order by created_at, id`;
  expect(moves).toEqual([
    { type: 'ADJUSTMENT', left: 3_000 },
    { type: 'SETTLEMENT', left: 0 },
  ]);
  // The run of the settlement had nothing to do for those that were settled with their issue.
  const runs = await sql`
    select distinct action from audit_entry where provider_id = ${providerId} and action like '%credit_settlement'`;
  expect(runs).toEqual([]);
});
