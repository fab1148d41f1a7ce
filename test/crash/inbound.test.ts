import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { integrationCreate } from '../../server/contract/integration.ts';
import { planCreate } from '../../server/contract/plan.ts';
import { subscriberCreate } from '../../server/contract/subscriber.ts';
import { receiveInbound } from '../../server/domain/inbound-event/receive.ts';
import { createIntegration } from '../../server/domain/integration/create.ts';
import { findReceiver } from '../../server/domain/integration/read.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { lowFloors } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const SERVICES = 12;
const EDITS = 8;
const KILLS = 5;
const START = new Date('2026-03-01T08:00:00.000Z');

const database = useDatabase();
const random = seeded(crashSeed());
let processor: Killable | undefined;

afterAll(() => processor?.kill());

test('despite kills every event takes effect once, and each service ends in the state of its last event', async () => {
  const { sql } = database.current;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const { providerId } = provider;
  const at = provider.at;
  const newPlan = (planName: string) =>
    at(START, (scope) =>
      createPlan(
        scope,
        planCreate.parse({
          planName,
          ...{ planType: 'RESIDENTIAL', priceAmount: 10, priceCurrency: 'USD', billingCycleDays: 30 },
          ...{ downloadSpeedMbps: 10, uploadSpeedMbps: 5 },
        }),
      ),
    );
  const plans = [await newPlan('Home'), await newPlan('Home plus')];
  const tariffMap = Object.fromEntries(plans.map(({ id }, i) => [String(i), id]));
  const settings = integrationCreate.parse({ name: 'Splynx', adapter: 'native', tariffMap });
  const { id } = await at(START, (scope) => createIntegration(scope, settings));
  const receiver = await findReceiver(id);
  if (!receiver) throw new Error('no integration');
  const receive = (payload: { event: string; data: Record<string, unknown> }) =>
    at(START, (scope) =>
      receiveInbound(scope, {
        integration: receiver.integration,
        trust: 'SIGNED',
        raw: Buffer.from(JSON.stringify(payload)),
        payload,
      }),
    );
  const last = new Map<string, string>();
  for (let service = 0; service < SERVICES; service++) {
    const externalUserId = `c${service}`;
    const phone = `+2547120001${String(service).padStart(2, '0')}`;
    const person = {
      firstName: 'Ada',
      lastName: 'L',
      email: `${externalUserId}@example.com`,
      phone,
      externalUserId,
    };
    await at(START, (scope) => createSubscriber(scope, subscriberCreate.parse(person)));
    const data = { serviceId: `s${service}`, customer: { externalId: externalUserId } };
    await receive({ event: 'service.created', data: { ...data, tariffId: '0' } });
    for (let edit = 0; edit < EDITS; edit++) {
      const tariffId = String(Math.floor(random() * 2));
      await receive({ event: 'service.updated', data: { ...data, tariffId, edit } });
      last.set(`s${service}`, tariffMap[tariffId] as string);
    }
  }

  processor = new Killable('inbound-processor', {
    DATABASE_URL: database.current.url,
    PROVIDER_ID: providerId,
  });
  const left = async () => {
    const [row] =
      await sql`select count(*)::int as n from inbound_event where status in ('QUEUED', 'PROCESSING')`;
    return row?.n as number;
  };
  while ((await left()) > 0) {
    await processor.ready();
    if (processor.kills < KILLS) {
      await sleep(20 + random() * 180);
      await processor.kill();
      // The leases of the killed process expire now instead of after a minute.
      await sql`update inbound_event set next_attempt_at = now() where status = 'PROCESSING'`;
    } else await sleep(50);
  }

  expect(processor.kills).toBeGreaterThan(2);
  const ends =
    await sql`select status, count(*)::int as n from inbound_event group by status order by status`;
  expect(ends.reduce((sum, { n }) => sum + n, 0)).toBe(SERVICES * (EDITS + 1));
  expect(ends.map(({ status }) => status)).toEqual(['IGNORED', 'PROCESSED']);
  const subscriptions = await sql`
    select external_reference as service, plan_id from subscription where provider_id = ${providerId}`;
  expect(new Map(subscriptions.map(({ service, plan_id }) => [service, plan_id]))).toEqual(last);
  expect(subscriptions).toHaveLength(SERVICES);
  // Each inbound event with an effect emitted its event once, with its correlation id.
  const [emitted] = await sql`
    select count(*)::int as n, count(distinct correlation_id)::int as causes from event
    where provider_id = ${providerId} and type like 'subscription.%'`;
  const processed = ends.find(({ status }) => status === 'PROCESSED')?.n;
  expect(emitted).toEqual({ n: processed, causes: processed });
});
