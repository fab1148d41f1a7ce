import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { whileOpen } from '../../server/background/while-open.ts';
import { asJob } from '../../server/db/client.ts';
import { claimInbound } from '../../server/domain/inbound-event/claim.ts';
import { processEvent } from '../../server/domain/inbound-event/process.ts';
import { processDueEvents, providersWithDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { onCommit } from '../../server/work/wake.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeService, native } from './external-system.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
const DAYS = 40;

/** How many advances are at work, and wait for a lock. The connections of the API may all be theirs. */
async function waitingAdvances(sql: postgres.Sql): Promise<number> {
  const [row] = await sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name like 'clock %' and wait_event_type = 'Lock'`;
  return row?.count;
}

/** Advances the clocks of partners with a service. The advances are at work, with their locks, until `during` is over. */
async function whileAllAdvance(
  partners: Partner[],
  during: (sql: postgres.Sql) => Promise<unknown>,
): Promise<Answer[]> {
  const other = postgres(api.databaseUrl, { max: 2 });
  const advancing = other.begin(async (tx) => {
    await tx`select from subscriber where provider_id = any(${partners.map(({ providerId }) => providerId)}) for update`;
    const answers = partners.map((each) => each.post('/v1/test-clock/advance', { by: { days: DAYS } }));
    await during(other);
    return { answers };
  });
  const { answers } = await advancing.finally(() => other.end());
  return Promise.all(answers);
}

/** As `whileAllAdvance`, for one that waits for its locks. */
async function whileAdvancing(partner: Partner, during: () => Promise<unknown>): Promise<Answer> {
  const [answer] = await whileAllAdvance([partner], async (sql) => {
    await expect.poll(() => waitingAdvances(sql)).toBe(1);
    await during();
  });
  return answer as Answer;
}

async function stored(id: string) {
  const [row] = await api.sql`select status, attempts::int from inbound_event where id = ${id}`;
  return row;
}

const rename = native('customer.updated', {
  serviceId: undefined,
  customer: { externalId: '77', lastName: 'King' },
});

test('writes during an advance wait for its end, another advance too; reads and other accounts are answered', async () => {
  const { partner, subscriber } = await activeService(api);
  const stranger = await api.partner();
  const path = `/v1/subscribers/${subscriber.id}`;
  const change = (dryRun = 'false') =>
    partner.patch(path, { firstName: 'Augusta' }, { headers: { 'dry-run': dryRun } });
  const writes: Promise<Answer>[] = [];
  const advanced = await whileAdvancing(partner, async () => {
    writes.push(
      change(),
      change('true'),
      partner.post('/v1/subscribers', bodies.subscriber()),
      partner.post('/v1/test-clock/advance', { by: { days: 1 } }),
    );
    expect(dataOf(await partner.get(path)).firstName).toBe('Ada');
    expect(dataOf(await partner.get('/v1/test-clock')).offsetSeconds).toBe(0);
    expect((await stranger.post('/v1/subscribers', bodies.subscriber())).status).toBe(201);
  });
  expect(dataOf(advanced).offsetSeconds).toBe(DAYS * 86_400);
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 201, 200]);
  expect(dataOf(await partner.get('/v1/test-clock')).offsetSeconds).toBe((DAYS + 1) * 86_400);
});

test('503 with Retry-After for a write where many of the account wait for an advance', async () => {
  const { partner, subscriber } = await activeService(api);
  const change = () => partner.patch(`/v1/subscribers/${subscriber.id}`, { firstName: 'Augusta' });
  const writes: Promise<Answer>[] = [];
  await whileAdvancing(partner, async () => {
    writes.push(...Array.from({ length: 110 }, change));
    const refused = await Promise.race(writes);
    expectRefused(refused, 503, { error: 'SERVICE_UNAVAILABLE' });
    expect(refused.headers.get('retry-after')).toBe('2');
  });
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(10);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
});

test('advances of many accounts at once leave slots to the requests of others', async () => {
  const SLOTS = 10;
  const partners = await Promise.all(
    Array.from({ length: SLOTS }, async () => (await activeService(api)).partner),
  );
  const stranger = await api.partner();
  const answers = await whileAllAdvance(partners, async (sql) => {
    await expect.poll(() => waitingAdvances(sql)).toBeGreaterThanOrEqual(SLOTS / 2);
    // Without a connection there is no answer at all.
    const answer = stranger.post('/v1/subscribers', bodies.subscriber()).then(({ status }) => status);
    expect(await Promise.race([answer, sleep(20_000)])).toBe(201);
  });
  expect(answers.map(({ status }) => status)).toEqual(Array(SLOTS).fill(200));
});

test('events that come during an advance are accepted, and processed after it', async () => {
  const { partner, send, stateOf } = await activeService(api);
  const { providerId } = partner;
  const drain = whileOpen({ budgetMs: 60_000, drain: processDueEvents, listDue: providersWithDueEvents });
  const run = () => asJob(() => drain.drain({ providerId, budgetMs: 60_000 }));
  const woken: string[] = [];
  let sent = { id: '' };
  await whileAdvancing(partner, async () => {
    sent = await send(rename);
    expect(await run()).toEqual({ more: false });
    expect(await stored(sent.id)).toEqual({ status: 'QUEUED', attempts: 0 });
    onCommit((of, wakes) => {
      if (of === providerId) woken.push(...wakes);
    });
  });
  expect(woken).toContain('inbound/due');
  await run();
  expect(await stateOf(sent.id)).toEqual(['PROCESSED', null]);
});

test('an event whose attempt began before an advance waits for its end, and the attempt does not count', async () => {
  const { partner, send, drain } = await activeService(api);
  const sent = await send(rename);
  const [claimed] = await claimInbound(partner.providerId);
  await whileAdvancing(partner, async () => {
    if (claimed) await asJob(() => processEvent(claimed));
    expect(await stored(sent.id)).toEqual({ status: 'PROCESSING', attempts: 0 });
  });
  const processed = async () => {
    await drain();
    return stored(sent.id);
  };
  await expect.poll(processed, { timeout: 10_000 }).toEqual({ status: 'PROCESSED', attempts: 1 });
});
