import { beforeEach, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { processDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

let mine: Staff;
let other: Staff;
/** The ids of two integrations, the first of which fails in each test. */
let failing: string;
let healthy: string;
beforeEach(async () => {
  [mine, other] = await Promise.all([signedInPartner(api), signedInPartner(api)]);
  const create = async () =>
    dataOf(await mine.post('/v1/integrations', bodies.integration({ adapter: 'splynx', signing: 'none' })))
      .id;
  [failing, healthy] = [await create(), await create()];
});

const query = async (staff: Staff, name: string, input: object = {}) =>
  (await callAs(api, staff, { name, type: 'query' }, input)).data;

type Health = { id: string; isFailing: boolean; failedEvents: number; failedPushes: number };

/** The health of both integrations. The list and the home page have to agree with it. */
async function healthOfBoth(): Promise<Health[]> {
  const health: Health[] = await query(mine, 'integration.health');
  const ids = health.filter(({ isFailing }) => isFailing).map(({ id }) => id);
  const listed = await query(mine, 'integration.listAll', { failing: true, sort: 'createdAt' });
  expect(listed.data.map(({ id }: Health) => id)).toEqual(ids);
  expect((await query(mine, 'home.figures')).integrations).toEqual({ failing: ids.length, total: 2 });
  return health;
}

const fine = { isFailing: false, failedEvents: 0, failedPushes: 0 };

test('an integration fails while an inbound event of the last seven days is failed, whether it is enabled or not', async () => {
  expect(await healthOfBoth()).toEqual([
    { id: failing, ...fine },
    { id: healthy, ...fine },
  ]);
  for (const service of ['1', '2']) {
    const attributes = { id: service, customer_id: '77', tariff_id: '9', status: 'active', login: service };
    const body = { event: 'internet_service/create', data: { customer_id: '77', attributes } };
    dataOf(await mine.post(`/v1/integrations/${failing}/webhooks`, body));
  }
  await processDueEvents({ providerId: mine.providerId, budgetMs: 60_000 });
  const failed = { id: failing, isFailing: true, failedEvents: 2, failedPushes: 0 };
  expect(await healthOfBoth()).toEqual([failed, { id: healthy, ...fine }]);
  await api.sql`update integration set status = 'DISABLED' where id = ${failing}`;
  expect(await healthOfBoth()).toContainEqual(failed);
  await api.sql`update inbound_event set received_at = received_at - interval '8 days'`;
  expect(await healthOfBoth()).toContainEqual({ id: failing, ...fine });
});

test('an integration fails while the last push of a service is failed', async () => {
  const { subscription } = await activeSubscription(mine);
  const { providerId } = mine;
  await api.sql`insert into outward_key (id) values (${failing})`;
  await api.sql`
    insert into mirror (provider_id, integration_id, base_url, sealed_api_key, api_key_last4, sealed_api_secret, key_id,
      created_at, updated_at)
    values (${providerId}, ${failing}, 'https://localhost', '', '', '', ${failing}, now(), now())`;
  await api.sql`
    insert into mirrored_service (provider_id, integration_id, subscription_id, failure, next_attempt_at, created_at, updated_at)
    values (${providerId}, ${failing}, ${subscription.id}, 'TARIFF_NOT_MAPPED', null, now(), now())`;
  expect(await healthOfBoth()).toEqual([
    { id: failing, isFailing: true, failedEvents: 0, failedPushes: 1 },
    { id: healthy, ...fine },
  ]);
  await api.sql`update mirrored_service set failure = null where integration_id = ${failing}`;
  expect(await healthOfBoth()).toContainEqual({ id: failing, ...fine });
});

test('the health has no integration of another partner and no deleted one', async () => {
  expect(await query(other, 'integration.health')).toEqual([]);
  dataOf(await mine.delete(`/v1/integrations/${healthy}`));
  expect(await query(mine, 'integration.health')).toEqual([{ id: failing, ...fine }]);
});
