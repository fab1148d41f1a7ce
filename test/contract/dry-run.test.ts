import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/rest/openapi.ts';
import { onCommit } from '../../server/work/wake.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';
import { closeServers, requestTo, titled, writeRoutes } from './write-operations.ts';

const api = useApi();
const dry = { 'dry-run': 'true' };
const dryable = writeRoutes.filter((route) => route.hasDryRun);
const notDryable = writeRoutes.filter((route) => !route.hasDryRun);

/** The wake-ups that commits sent. */
let woken: string[] = [];
let partner: Partner;
beforeAll(async () => {
  onCommit((_, wakes) => woken.push(...wakes));
  partner = await api.partner();
  // Events have a webhook to be delivered to.
  dataOf(await partner.post('/v1/webhooks', bodies.webhook()));
});
afterAll(() => onCommit(() => {}));
afterEach(closeServers);

/**
 * Every table but the request log with the number and a digest of its rows. `last_used_at` of a credential is ignored.
 */
async function digestOfTables(): Promise<Record<string, string>> {
  const tables = await api.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename !~ '^api_request' order by 1`;
  const states = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as state
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t) rows`,
  );
  const rows = await api.sql.unsafe<{ name: string; state: string }[]>(states.join(' union all '));
  const seen = Object.fromEntries(rows.map(({ name, state }) => [name, state]));
  expect(seen['public.subscriber']).toBeDefined();
  expect(seen['radius.radcheck']).toBeDefined();
  return seen;
}

/** Runs a request and checks that no row changed and no job was woken. */
async function withoutEffect(request: () => Promise<Answer>): Promise<Answer> {
  const before = await digestOfTables();
  woken = [];
  const answer = await request();
  expect(await digestOfTables()).toEqual(before);
  expect(woken).toEqual([]);
  expect(answer.headers.get('dry-run')).toBe('true');
  return answer;
}

const typesIn = (answer: Answer) => answer.body.meta.dryRun.events.map(({ type }: { type: string }) => type);

/** The shape of a value: its keys and the types of their values. Ids and times of a dry run are provisional. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, formOf(inner)]));
}

describe('a dry run has the status, data and events of the real request and changes nothing', () => {
  test.each(dryable.map(titled))('%s', async (_, route) => {
    // Advancing the clock affects every resource of an account, so this operation gets an account of its own.
    const by = route.name === 'testClock.advance' ? await api.partner() : partner;
    const send = await requestTo(route, by, api);
    const answer = await withoutEffect(() => send(dry));
    const real = await send();
    expect(answer.status, answer.text).toBe(route.facts.status);
    expect(answer.status).toBe(real.status);
    expect(formOf(answer.body.data)).toEqual(formOf(real.body.data));
    const events = await eventsCausedBy(by, real);
    expect(typesIn(answer)).toEqual(events.map(({ type }) => type));
    expect(formOf(answer.body.meta.dryRun.events)).toEqual(formOf(events));
    expect(answer.body.meta.dryRun.eventCount).toBe(events.length);
    expect(real.body.meta).toBeUndefined();
    expect(real.headers.get('dry-run')).toBeNull();
  });

  test('each write operation of the document is covered', () => {
    const documented = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'get')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = writeRoutes.map((route) => titled(route)[0]);
    expect([...known, 'POST /v1/integrations/{integrationId}/webhooks'].sort()).toEqual(documented.sort());
  });
});

describe('events of a dry run', () => {
  test('a dry run of the first payment lists the events of the activation', async () => {
    const { subscription } = await pendingSubscription(partner);
    const body = { subscriptionId: subscription.id, rail: 'manual' };
    const answer = await withoutEffect(() => partner.post('/v1/payments', body, { headers: dry }));
    expect(answer.body.data.status).toBe('COMPLETED');
    expect(typesIn(answer)).toEqual(['payment.received', 'billing.cycle_started', 'subscription.updated']);
    const activated = answer.body.meta.dryRun.events[2].data.current;
    expect(activated).toMatchObject({ id: subscription.id, status: 'ACTIVE' });
    expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('PENDING');
    const invoices = await partner.get(`/v1/invoices?subscriptionId=${subscription.id}`);
    expect(dataOf(invoices)).toEqual([]);
  });

  test('a dry run of the test clock lists the events of 40 days in order of occurrence', async () => {
    const partner = await api.partner();
    for (let i = 0; i < 3; i++) await activeSubscription(partner);
    const clock = dataOf(await partner.get('/v1/test-clock')).offsetSeconds;
    const by = { days: 40 };
    const answer = await withoutEffect(() =>
      partner.post('/v1/test-clock/advance', { by }, { headers: dry }),
    );
    expect(dataOf(await partner.get('/v1/test-clock')).offsetSeconds).toBe(clock);
    expect(answer.body.data.offsetSeconds - clock).toBe(40 * 86_400);
    const { events } = answer.body.meta.dryRun;
    const at = events.map(({ occurredAt }: { occurredAt: string }) => occurredAt);
    expect(at).toEqual(at.toSorted());
    const real = await eventsCausedBy(partner, await advance(partner, by));
    const described = (all: typeof real) =>
      all.map(({ type, data }) => `${type} ${data.current.subscriptionId}`);
    expect(typesIn(answer).sort()).toEqual(real.map(({ type }) => type).sort());
    expect(described(events)).toEqual(described(real));
    expect(typesIn(answer)).toContain('billing.suspended');
  });

  test('a dry run counts events of triggers and lists the first thousand events', async () => {
    await api.sql.unsafe(`
      create function many() returns trigger language plpgsql as $$ begin
        insert into event (id, provider_id, type, resource_id, body, correlation_id, occurred_at, created_at, updated_at)
        select 'evt_f' || lpad(to_hex(n), 31, '0'), new.provider_id, 'plan.updated', new.resource_id, new.body,
          new.correlation_id, new.occurred_at, new.created_at, new.updated_at
        from generate_series(1, 1200) n;
        return null;
      end $$;
      create trigger many after insert on event for each row when (new.type = 'plan.created') execute function many();`);
    const answer = await withoutEffect(() => partner.post('/v1/plans', bodies.plan(), { headers: dry }));
    await api.sql`drop function many cascade`;
    expect(answer.body.meta.dryRun.eventCount).toBe(1_201);
    expect(answer.body.meta.dryRun.events).toHaveLength(1_000);
    expect(answer.body.meta.dryRun.events[0].data.current.id).toBe(answer.body.data.id);
  });
});

describe('a dry run with an idempotency key', () => {
  const path = '/v1/plans';

  test('a dry run does not use up its idempotency key', async () => {
    const [key, body] = [randomUUID(), bodies.demarcationPoint()];
    const send = (headers = {}) => partner.post('/v1/demarcation-points', body, { key, headers });
    const first = await withoutEffect(() => send(dry));
    const real = await send();
    expect(real.status).toBe(201);
    expect(real.headers.get('idempotent-replayed')).toBeNull();
    const again = await withoutEffect(() => send(dry));
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(new Set([first, real, again].map((answer) => answer.body.data.id)).size).toBe(3);
    expect((await send()).text).toBe(real.text);
  });

  test('a dry run with a used key runs against the current state', async () => {
    const [key, body] = [randomUUID(), bodies.plan()];
    dataOf(await partner.post(path, body, { key }));
    const answer = await withoutEffect(() => partner.post(path, body, { key, headers: dry }));
    expectRefused(answer, 409, { field: 'planName', code: 'ALREADY_EXISTS' });
  });

  test('409 CONFLICT when the key belongs to another request', async () => {
    const key = randomUUID();
    dataOf(await partner.post(path, bodies.plan(), { key }));
    const answer = await withoutEffect(() => partner.post(path, bodies.plan(), { key, headers: dry }));
    expectRefused(answer, 409, { error: 'CONFLICT', field: 'Idempotency-Key' });
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  test('409 CONFLICT with Retry-After while the real request of the key is running', async () => {
    const one = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const two = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const suspend = ({ id }: { id: string }, key: string, headers = {}) =>
      partner.post(`/v1/subscribers/${id}/suspend`, undefined, { key, headers });
    const [running, free] = [randomUUID(), randomUUID()];
    let real: Promise<Answer> | undefined;
    let tried: Promise<Answer> | undefined;
    await api.sql.begin(async (held) => {
      await held`select 1 from subscriber where id in (${one.id}, ${two.id}) for update`;
      real = suspend(one, running);
      tried = suspend(two, free, dry);
      await expect.poll(waiting).toBe(2);
      const answer = await suspend(one, running, dry);
      expectRefused(answer, 409, { error: 'CONFLICT', field: 'Idempotency-Key' });
      expect(answer.headers.get('retry-after')).toBe('1');
      // The key of the running dry run is free for a real request.
      const other = await partner.post('/v1/demarcation-points', bodies.demarcationPoint(), { key: free });
      expect(other.status).toBe(201);
    });
    dataOf(await (real as Promise<Answer>));
    dataOf(await (tried as Promise<Answer>));
  });

  async function waiting() {
    const [row] = await api.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return row?.n;
  }
});

describe('a dry run that is refused', () => {
  test('an announced refusal lists its event and stores nothing', async () => {
    const { subscription } = await activeSubscription(partner);
    const path = `/v1/subscriptions/${subscription.id}`;
    const change = (headers = {}) => partner.patch(path, { priceOverride: 1 }, { headers });
    const answer = await withoutEffect(() => change(dry));
    expectRefused(answer, 400, { errorCode: 'PLAN_PRICE_BELOW_FLOOR' });
    const { eventCount, events } = answer.body.meta.dryRun;
    expect([eventCount, ...typesIn(answer)]).toEqual([1, 'subscription.override_rejected']);
    expect(events[0]).toMatchObject({
      correlationId: answer.body.correlationId,
      data: { current: { id: subscription.id }, rejection: { reason: 'SCHEDULE_D_FLOOR' } },
    });
    const real = await change();
    const { meta, correlationId, ...same } = answer.body;
    expect(real.body).toEqual({ ...same, correlationId: real.body.correlationId });
    expect((await eventsCausedBy(partner, real)).map(({ type }) => type)).toEqual([
      'subscription.override_rejected',
    ]);
  });

  test('a refusal without event has the same body as the real request', async () => {
    const { plan } = await activeSubscription(partner);
    const headers = { 'x-correlation-id': randomUUID() };
    const create = (more = {}) =>
      partner.post('/v1/plans', bodies.plan({ planName: plan.planName }), {
        headers: { ...headers, ...more },
      });
    const answer = await withoutEffect(() => create(dry));
    expectRefused(answer, 409, { error: 'CONFLICT', field: 'planName' });
    expect((await create()).text).toBe(answer.text);
  });

  test.each<[string, number, (by: Partner) => Promise<Answer>]>([
    ['no credentials', 401, () => api.anonymous().post('/v1/plans', bodies.plan(), { headers: dry })],
    ['an unknown id', 404, (by) => by.delete('/v1/webhooks/whk_x', { headers: dry })],
    ['an unknown path', 404, (by) => by.post('/v1/nothing', {}, { headers: dry })],
    ['a wrong method', 405, (by) => by.put('/v1/plans', {}, { headers: dry })],
    ['an invalid body', 400, (by) => by.post('/v1/plans', {}, { headers: dry })],
  ])('%s: %i with the Dry-Run header', async (_, status, send) => {
    expectRefused(await withoutEffect(() => send(partner)), status);
  });

  test('500 INTERNAL_ERROR for a violation that only the commit detects', async () => {
    await api.sql`alter table demarcation_point add constraint no_such_name foreign key (name)
      references provider (id) deferrable initially deferred not valid`;
    const create = (headers = {}) =>
      partner.post('/v1/demarcation-points', bodies.demarcationPoint(), { headers });
    const answer = await withoutEffect(() => create(dry));
    expectRefused(answer, 500, { error: 'INTERNAL_ERROR' });
    expectRefused(await create(), 500, { error: 'INTERNAL_ERROR' });
    await api.sql`alter table demarcation_point drop constraint no_such_name`;
  });
});

describe('operations that only contact an external system', () => {
  test.each(notDryable.map(titled))('%s: 400 NOT_ALLOWED at Dry-Run', async (_, route) => {
    const send = await requestTo(route, partner, api);
    const answer = await withoutEffect(() => send(dry));
    expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field: 'Dry-Run', code: 'NOT_ALLOWED' });
    expect((await send({ 'dry-run': 'false' })).status).toBe(route.facts.status);
  });

  test('exactly four operations refuse a dry run', () => {
    expect(notDryable.map(({ name }) => name).sort()).toEqual([
      'delivery.resend',
      'networkSession.disconnect',
      'webhook.replay',
      'webhook.test',
    ]);
  });

  test('404 for an unknown id takes precedence over 400 NOT_ALLOWED', async () => {
    const answer = await withoutEffect(() =>
      partner.post('/v1/webhooks/whk_x/test', undefined, { headers: dry }),
    );
    expectRefused(answer, 404);
  });

  test('400 NOT_ALLOWED for an inbound event, which is not stored', async () => {
    const { partner, path } = await externalSystem(api, { signing: 'none' });
    const event = native('service.created', { tariffId: '1' });
    const answer = await withoutEffect(() => partner.post(`${path}/webhooks`, event, { headers: dry }));
    expectRefused(answer, 400, { field: 'Dry-Run', code: 'NOT_ALLOWED' });
    const yes = await partner.post(`${path}/webhooks`, event, { headers: { 'dry-run': 'yes' } });
    expectRefused(yes, 400, { field: 'Dry-Run', code: 'INVALID_FORMAT' });
    const no = await partner.post(`${path}/webhooks`, event, { headers: { 'dry-run': 'false' } });
    expect(no.status).toBe(201);
  });
});

describe('the Dry-Run header', () => {
  test.each(['', 'TRUE', 'True', '1', 'yes', 'true, true'])(
    '400 INVALID_FORMAT for Dry-Run %j, with the faults of the body',
    async (value) => {
      const headers = { 'dry-run': value };
      const answer = await partner.post('/v1/demarcation-points', { accessType: 'AIR' }, { headers });
      expectRefused(answer, 400, { error: 'VALIDATION_FAILED', field: 'Dry-Run', code: 'INVALID_FORMAT' });
      expectRefused(answer, 400, { field: 'accessType', code: 'UNSUPPORTED' });
      expect(answer.headers.get('dry-run')).toBeNull();
      expectRefused(
        await partner.post('/v1/demarcation-points', bodies.demarcationPoint(), { headers }),
        400,
        {
          field: 'Dry-Run',
        },
      );
    },
  );

  test('Dry-Run false has no effect', async () => {
    const headers = { 'dry-run': 'false' };
    const answer = await partner.post('/v1/plans', bodies.plan(), { headers });
    expect(answer.headers.get('dry-run')).toBeNull();
    expect(answer.body.meta).toBeUndefined();
    expect(dataOf(await partner.get(`/v1/plans/${answer.body.data.id}`))).toEqual(answer.body.data);
  });

  test.each(['true', 'nonsense'])('Dry-Run %s has no effect on GET', async (value) => {
    const headers = { 'dry-run': value };
    const answer = await partner.get('/v1/plans', { headers });
    expect([answer.status, answer.headers.get('dry-run')]).toEqual([200, null]);
    // This read creates an audit entry with any value of the header.
    const { subscription } = await activeSubscription(partner);
    const read = await partner.get(`/v1/subscriptions/${subscription.id}/credentials`, { headers });
    expect(read.status).toBe(200);
    const noted = await api.sql`select 1 from audit_entry where correlation_id = ${read.body.correlationId}`;
    expect(noted).toHaveLength(1);
  });
});
