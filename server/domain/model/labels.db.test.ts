import { expect, test } from 'vitest';
import { lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { currenciesOf, labelsOf } from './labels.ts';

const database = useDatabase();
const at = new Date('2026-03-01T08:00:00.000Z');

test('ids have the names and currencies that pages show; those of another provider and of resources without a name are missing', async () => {
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { subscriberId, subscriptionId } = await newCustomer(provider, database.current, at);
  const { sql } = database.current;
  const [row] = await sql`
    select s.currency, s.plan_id, p.plan_name, c.first_name || ' ' || c.last_name as full_name, i.id as invoice_id, y.id as payment_id, y.reference
    from subscription s
      join subscriber c on c.id = s.subscriber_id
      join plan p on p.id = s.plan_id
      join invoice i on i.subscription_id = s.id
      join payment y on y.invoice_id = i.id
    where s.id = ${subscriptionId}`;
  const { currency, full_name, plan_id, plan_name, invoice_id, payment_id, reference } = row ?? {};
  const ids = [subscriberId, subscriptionId, plan_id, invoice_id, payment_id, 'cyc_none'];
  expect(await provider.at(at, (scope) => labelsOf(scope, { ids }))).toEqual({
    [subscriberId]: full_name,
    [subscriptionId]: `${plan_name} of ${full_name}`,
    [plan_id]: plan_name,
    [invoice_id]: 'INV-000001',
    [payment_id]: reference,
  });
  const priced = [subscriptionId, plan_id, invoice_id, payment_id];
  expect(await provider.at(at, (scope) => currenciesOf(scope, ids))).toEqual(
    Object.fromEntries(priced.map((id) => [id, currency])),
  );
  const stranger = await newProvider(database.current);
  expect(await stranger.at(at, (scope) => labelsOf(scope, { ids }))).toEqual({});
  expect(await stranger.at(at, (scope) => currenciesOf(scope, ids))).toEqual({});
});
