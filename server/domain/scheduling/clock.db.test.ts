import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { days, lowFloors, newCustomer } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { clockEventList } from '../../contract/portal/test-clock.ts';
import { transaction } from '../../work/transaction.ts';
import { advanceProgress, listAdvances } from './advances.ts';
import { scheduledWork } from './due-work.ts';
import { listCaused } from './events.ts';
import { clockOutlook } from './outlook.ts';
import { publishProgress, readProgress } from './progress.ts';
import { advanceTestClock } from './test-clock.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

type Provider = Awaited<ReturnType<typeof newProvider>>;

const now = () => new Date();

/** Moves the clock as a request would, by its own correlation id. */
async function advance(
  { providerId }: Provider,
  input: Parameters<typeof advanceTestClock>[1],
  maxWorkMs?: number,
) {
  const correlationId = randomUUID();
  const caller = { type: 'system', name: 'Ada' } as const;
  const origin = { providerId, caller, correlationId, movesClock: true } as const;
  await transaction(origin, (scope) => advanceTestClock(scope, input, maxWorkMs));
  return correlationId;
}

const caused = (provider: Provider, at: Date, input: object) =>
  provider.at(at, (scope) => listCaused(scope, clockEventList.parse(input)));

test('the outlook counts due work, has the first of each kind and runs none', async () => {
  const provider = await newProvider(database.current);
  const since = now();
  await newCustomer(provider, database.current, since);
  await newCustomer(provider, database.current, days(since, 2));
  await newCustomer(provider, database.current, since, { billingCycleDays: 60 });
  const dueUntil = async (until: Date) => {
    const { kinds } = await provider.at(days(since, 2), (scope) => clockOutlook(scope, { until }));
    expect(kinds.map(({ name }) => name)).toEqual(scheduledWork.map(({ name }) => name));
    return Object.fromEntries(kinds.filter(({ first }) => first).map(({ name, ...rest }) => [name, rest]));
  };
  const windowOpens = { first: days(since, 27).toISOString() };
  const cycleEnds = { first: days(since, 30).toISOString() };
  expect(await dueUntil(days(since, 20))).toEqual({
    'renewal window': { count: 0, ...windowOpens },
    'cycle end': { count: 0, ...cycleEnds },
  });
  // The instant itself counts.
  expect(await dueUntil(days(since, 27))).toMatchObject({ 'renewal window': { count: 1, ...windowOpens } });
  expect(await dueUntil(days(since, 31))).toEqual({
    'renewal window': { count: 2, ...windowOpens },
    'cycle end': { count: 1, ...cycleEnds },
  });
});

test('the events of an advance are listed in order, counted by type and filtered by type or subscriber', async () => {
  const provider = await newProvider(database.current);
  const since = now();
  const mine = await newCustomer(provider, database.current, since);
  const other = await newCustomer(provider, database.current, since);
  const first = await advance(provider, { by: { days: 28 } });
  const second = await advance(provider, { by: { days: 10 } });
  const at = days(since, 38);

  const all = await caused(provider, at, { correlationId: second, sort: 'occurredAt', limit: 100 });
  const ownEvents = all.data.filter(({ subscriber }) => subscriber?.id === mine.subscriberId);
  const types = ownEvents.map(({ event }) => event.type);
  expect(types.filter((type) => type.startsWith('billing.'))).toEqual([
    'billing.overdue',
    'billing.suspended',
  ]);
  expect(types).toContain('subscriber.suspended');
  const instants = all.data.map(({ event }) => event.occurredAt);
  expect(instants).toEqual([...instants].sort());
  expect(
    ownEvents.every(
      (each) => each.subscriptionId === mine.subscriptionId || each.event.data.object === 'subscriber',
    ),
  ).toBe(true);

  const ofOther = await caused(provider, at, {
    correlationId: second,
    subscriberId: other.subscriberId,
    limit: 100,
  });
  expect(ofOther.meta.total).toBe(ownEvents.length);
  expect(new Set(ofOther.data.map(({ subscriber }) => subscriber?.id))).toEqual(
    new Set([other.subscriberId]),
  );
  const overdue = await caused(provider, at, { correlationId: second, type: 'billing.overdue' });
  expect(overdue.meta.total).toBe(2);

  const {
    advance: done,
    reached,
    events,
  } = await provider.at(at, (scope) => advanceProgress(scope, { correlationId: second }));
  expect(done).toMatchObject({ correlationId: second, actorName: 'Ada' });
  expect(reached).toBeNull();
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(all.meta.total);
  expect(events).toContainEqual({ type: 'billing.overdue', count: 2 });

  const advances = await provider.at(at, listAdvances);
  expect(advances.map(({ correlationId }) => correlationId)).toEqual([second, first]);
  expect(Date.parse(advances[1]?.to ?? '') - Date.parse(advances[1]?.from ?? '')).toBe(28 * 86_400_000);
});

const noMoney = { invoiced: { amounts: [], count: 0 }, received: [] };

test('an advance of another provider is not found', async () => {
  const [provider, stranger] = [await newProvider(database.current), await newProvider(database.current)];
  await newCustomer(provider, database.current, now());
  const correlationId = await advance(provider, { by: { days: 28 } });
  const nothing = { advance: null, reached: null, events: [], ...noMoney };
  expect(await stranger.at(now(), (scope) => advanceProgress(scope, { correlationId }))).toEqual(nothing);
  expect((await caused(stranger, now(), { correlationId })).meta.total).toBe(0);
  expect(await stranger.at(now(), listAdvances)).toEqual([]);
});

test('the progress of a running advance is visible to others until it ends', async () => {
  const provider = await newProvider(database.current);
  const correlationId = randomUUID();
  const reached = days(now(), 12);
  const progress = () => provider.at(now(), (scope) => advanceProgress(scope, { correlationId }));
  const caller = { type: 'system', name: 'Ada' } as const;
  await transaction({ providerId: provider.providerId, caller, correlationId }, async (scope) => {
    await publishProgress(scope, reached);
    expect(await progress()).toEqual({
      advance: null,
      reached: reached.toISOString(),
      events: [],
      ...noMoney,
    });
    expect(await provider.at(now(), (other) => readProgress(other, randomUUID()))).toBeNull();
  });
  expect(await progress()).toEqual({ advance: null, reached: null, events: [], ...noMoney });
});

test('FORBIDDEN for the clock of a live account', async () => {
  const provider = await newProvider(database.current, { livemode: true });
  const correlationId = randomUUID();
  const looks = [
    () => provider.at(now(), (scope) => clockOutlook(scope, {})),
    () => provider.at(now(), listAdvances),
    () => provider.at(now(), (scope) => advanceProgress(scope, { correlationId })),
    () => caused(provider, now(), { correlationId }),
  ];
  for (const look of looks) await expect(look()).rejects.toThrow('FORBIDDEN');
});

test('an advance with more work than one may take is refused, and nothing has changed', async () => {
  const provider = await newProvider(database.current);
  const since = now();
  await newCustomer(provider, database.current, since);
  const state = () => database.current.sql`
    select clock_offset_ms, (select count(*) from event e where e.provider_id = p.id) as events
    from provider p where id = ${provider.providerId}`;
  const before = await state();
  const to = days(since, 40);
  await expect(advance(provider, { to }, 0)).rejects.toMatchObject({
    key: 'VALIDATION_FAILED',
    body: {
      rejectionReasons: [{ field: 'to', code: 'OUT_OF_RANGE', message: expect.stringContaining('less') }],
    },
  });
  expect(await state()).toEqual(before);
  // Nothing falls due until then, which is no work.
  await advance(provider, { by: { days: 1 } }, 0);
  await advance(provider, { to });
});
