import { afterAll, expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { integrationCreate } from '../../contract/integration.ts';
import { openDatabase, database as opened } from '../../db/client.ts';
import { createIntegration } from '../integration/create.ts';
import { findReceiver, type Receiver } from '../integration/read.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { type Claimed, claimInbound } from './claim.ts';
import { processEvent } from './process.ts';
import { receiveInbound } from './receive.ts';
import { retryInboundEvent } from './retry.ts';

const database = useDatabase();
afterAll(() => opened().close());
const now = new Date('2026-03-01T08:00:00.000Z');

/** An integration with a queued event that changes a customer's first name. */
async function setUp() {
  const { sql } = database.current;
  const { at, providerId } = await newProvider(database.current);
  const settings = integrationCreate.parse({ name: 'Billing', adapter: 'native' });
  const created = await at(now, (scope) => createIntegration(scope, settings));
  const { integration } = (await findReceiver(created.id)) as Receiver;
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+254712345678' };
  const subscriber = await at(now, (scope) => createSubscriber(scope, { ...person, externalUserId: '77' }));
  /** Queues an event that changes the customer. */
  const receive = (changes: { firstName?: string; email?: string }) => {
    const payload = { event: 'customer.updated', data: { customer: { externalId: '77', ...changes } } };
    const raw = Buffer.from(JSON.stringify(payload));
    return at(now, (scope) => receiveInbound(scope, { integration, trust: 'SIGNED', payload, raw }));
  };
  await receive({ firstName: 'Augusta' });
  return {
    at,
    providerId,
    integration,
    receive,
    async claim(): Promise<Claimed> {
      const [claimed] = await claimInbound(providerId);
      if (!claimed) throw new Error('nothing is due');
      return claimed;
    },
    leaseRunsOut: () => sql`
      update inbound_event set next_attempt_at = now() - interval '1 second' where provider_id = ${providerId}`,
    async read() {
      const [row] = await sql`
        select e.status, e.attempts::int, s.first_name as name,
          (select count(*)::int from event where resource_id = ${subscriber.id} and type = 'subscriber.updated') as announced
        from inbound_event e, subscriber s where e.provider_id = ${providerId} and s.id = ${subscriber.id}`;
      return row;
    },
  };
}

test('after a lease was taken over, only the new holder writes a result', async () => {
  const { claim, leaseRunsOut, read } = await setUp();
  const late = await claim();
  await leaseRunsOut();
  const holder = await claim();
  await processEvent(late);
  expect(await read()).toEqual({ status: 'PROCESSING', attempts: 2, name: 'Ada', announced: 0 });
  await processEvent(holder);
  const after = { status: 'PROCESSED', attempts: 2, name: 'Augusta', announced: 1 };
  expect(await read()).toEqual(after);
  await processEvent(late);
  expect(await read()).toEqual(after);
});

test('after a lease was taken over, the old holder does not write its failure', async () => {
  const { claim, leaseRunsOut, read } = await setUp();
  const late = await claim();
  await leaseRunsOut();
  const holder = await claim();
  await database.current.sql`
    update inbound_body set body = 'no JSON' where inbound_event_id = ${late.id}`;
  await processEvent(late);
  const [lease] = await database.current.sql`
    select next_attempt_at from inbound_event where id = ${late.id}`;
  expect(new Date(lease?.next_attempt_at)).toEqual(holder.nextAttemptAt);
  expect(await read()).toMatchObject({ status: 'PROCESSING', attempts: 2 });
});

test('a retried event waits for a later event of its service that is in process', async () => {
  const { at, providerId, integration, receive, claim } = await setUp();
  const taken = {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+254712345679',
    email: 'grace@example.com',
  };
  await at(now, (scope) => createSubscriber(scope, taken));
  await processEvent(await claim());
  await receive({ email: taken.email });
  await receive({ firstName: 'Ada' });
  const failed = await claim();
  await processEvent(failed);
  const later = await claim();
  await at(now, (scope) => retryInboundEvent(scope, { id: integration.id, inboundId: failed.id }));
  expect(await claimInbound(providerId)).toEqual([]);
  await processEvent(later);
  expect((await claim()).id).toBe(failed.id);
});

test('an event that waits too long for the lock of its customer does not fail, however often it waits', async () => {
  const { providerId, claim, leaseRunsOut, read } = await setUp();
  const { sql, url } = database.current;
  const limited = openDatabase(url, 2, { lock_timeout: 50 });
  await sql.begin(async (tx) => {
    await tx`select from subscriber where provider_id = ${providerId} for update`;
    for (let n = 0; n < 6; n++) {
      await processEvent(await claim());
      expect(await read()).toMatchObject({ status: 'PROCESSING', attempts: 0, name: 'Ada' });
      expect(await claimInbound(providerId)).toEqual([]);
      await leaseRunsOut();
    }
  });
  await limited.close();
  openDatabase(url, 2);
  await processEvent(await claim());
  expect(await read()).toMatchObject({ status: 'PROCESSED', attempts: 1, name: 'Augusta' });
});
