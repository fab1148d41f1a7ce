import { expect, test } from 'vitest';
import { plan } from '../../drizzle/schema/plan.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { asMinor } from '../contract/money.ts';
import { planSnapshot } from '../contract/plan.ts';
import { defineMachine } from './define-machine.ts';
import { change, createEach } from './record.ts';
import type { Resource } from './resource.ts';
import { transitionAll, transitionEach } from './transition.ts';
import { updateRows } from './write-rows.ts';

// The test writes plans without their verbs, so the audit invariants do not hold.
const database = useDatabase({ checked: 'never' });
const at = new Date('2026-02-01T00:00:00.000Z');

const flipping: Resource<typeof plan, typeof planSnapshot, 'flip'> = {
  name: 'plan',
  object: 'plan',
  table: plan,
  snapshot: planSnapshot,
  derive: (row: typeof plan.$inferSelect) => ({ price: row.priceAmount }),
  machine: defineMachine('flipping plan', {
    states: ['enabled', 'disabled', 'deleted'],
    moves: [
      { on: 'flip', from: 'enabled', to: 'disabled', emits: 'plan.updated', source: 'demarc' },
      { on: 'flip', from: 'disabled', to: 'enabled', source: 'demarc' },
    ],
  }),
};

const terms = {
  planType: 'RESIDENTIAL',
  downloadSpeedMbps: 20,
  uploadSpeedMbps: 5,
  priceAmount: asMinor(2500),
  priceCurrency: 'USD',
  billingCycleDays: 30,
  dataCapMb: null,
  graceDays: 3,
  isActive: true,
  disabledAt: null,
} as const;

test('each row of a set makes the move of its own state, with the status and event of that move', async () => {
  const provider = await newProvider(database.current);
  const [moved, ids] = await provider.at(at, async (scope) => {
    const plans = await createEach(
      scope,
      flipping,
      (['enabled', 'disabled', 'enabled'] as const).map((status, i) => ({
        values: { ...terms, planName: `Plan ${i}`, status },
      })),
    );
    return [
      await transitionAll(scope, flipping, plans, 'flip', { disabledAt: at }),
      plans.map(({ id }) => id),
    ] as const;
  });
  expect(moved.map(({ id, status }) => [id, status])).toEqual([
    [ids[0], 'disabled'],
    [ids[1], 'enabled'],
    [ids[2], 'disabled'],
  ]);
  const events = await database.current.sql`
    select resource_id, type from event where provider_id = ${provider.providerId} order by resource_id`;
  expect(events.map((event) => event.resource_id)).toEqual([ids[0], ids[2]].sort());
});

/** An enabled plan, written at `at`. */
async function enabledPlan(provider: Awaited<ReturnType<typeof newProvider>>) {
  const values = { ...terms, planName: 'Home', status: 'enabled' as const };
  const [made] = await provider.at(at, (scope) => createEach(scope, flipping, [{ values }]));
  if (!made) throw new Error('no plan was created');
  return made;
}

test('a row that another transaction has moved since it was read stays as it is, without an entry', async () => {
  const provider = await newProvider(database.current);
  const read = await enabledPlan(provider);
  const flip = () =>
    provider.at(at, (scope) => transitionAll(scope, flipping, [read], 'flip', { disabledAt: at }));
  expect(await flip()).toMatchObject([{ id: read.id, status: 'disabled' }]);
  expect(await flip()).toEqual([]);
  const entries = await database.current
    .sql`select action from audit_entry where resource_id = ${read.id} order by id`;
  expect(entries.map(({ action }) => action)).toEqual(['plan.create', 'plan.flip']);
});

test('work that runs at an earlier instant does not date a row before its last change', async () => {
  const provider = await newProvider(database.current);
  const earlier = new Date(at.getTime() - 1_000);
  const read = await enabledPlan(provider);
  const renamed = await provider.at(earlier, (scope) => change(scope, flipping, read, { planName: 'Away' }));
  const [moved] = await provider.at(earlier, (scope) => transitionAll(scope, flipping, [renamed], 'flip'));
  expect([renamed.updatedAt, moved?.updatedAt]).toEqual([at, at]);
  expect(
    await database.current
      .sql`select 1 from audit_entry where resource_id = ${read.id} and created_at < ${at.toISOString()}`,
  ).toEqual([]);
});

test('a set of hundreds of rows is moved in statements of at most 250, in the order given', async () => {
  const provider = await newProvider(database.current);
  const sizes: number[] = [];
  await provider.at(at, async (scope) => {
    const plans = await createEach(
      scope,
      flipping,
      Array.from({ length: 620 }, (_, i) => ({
        values: { ...terms, planName: `Plan ${i}`, status: 'enabled' as const },
      })),
    );
    const update: typeof updateRows<typeof flipping> = (on, resource, patches, from) => {
      sizes.push(patches.length);
      return updateRows(on, resource, patches, from);
    };
    const steps = plans.toReversed().map((row) => ({ row, patch: { disabledAt: at } }));
    const moved = await transitionEach(scope, flipping, 'flip', steps, { update });
    expect(moved.map(({ id }) => id)).toEqual(steps.map(({ row }) => row.id));
  });
  expect(sizes).toEqual([250, 250, 120]);
  const [{ n } = { n: 0 }] = await database.current.sql<{ n: number }[]>`
    select count(*)::int as n from event where provider_id = ${provider.providerId} and type = 'plan.updated'`;
  expect(n).toBe(620);
});
