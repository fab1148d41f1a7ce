import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/rest/openapi.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused, pendingSubscription } from './helpers.ts';
import { createInstallation } from './installation-helpers.ts';

type Schema = { format?: string; type?: string; properties?: Record<string, Schema> };
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation: operation as Operation,
  })),
);

const timeFilters = operations.flatMap(({ name, path, operation }) =>
  (operation.parameters ?? [])
    .filter(({ in: place, schema }) => place === 'query' && schema.format === 'date-time')
    .map((parameter) => ({ name: `${name}?${parameter.name}`, path, field: parameter.name })),
);

const timesInBodies = operations.flatMap(({ name, operation }) =>
  Object.entries(operation.requestBody?.content['application/json']?.schema.properties ?? {})
    .filter(([, schema]) => JSON.stringify(schema).includes('"date-time"'))
    .map(([field]) => `${name} ${field}`),
);

const api = useApi();
let partner: Partner;
let ids: Record<string, string>;
let made: Awaited<ReturnType<typeof createInstallation>>;
beforeAll(async () => {
  partner = await api.partner();
  made = await createInstallation(partner);
  ids = {
    subscriberId: made.subscriber.id,
    subscribers: made.subscriber.id,
    subscriptions: made.subscription.id,
    installations: made.installation.id,
    webhooks: dataOf(await partner.post('/v1/webhooks', bodies.webhook())).id,
    integrations: dataOf(await partner.post('/v1/integrations', bodies.integration())).id,
  };
});

const at = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ids[path.split('/')[2] ?? ''] ?? name);

/** Timestamps that every field rejects. */
const refusedTimes = [
  ['2026-03-01T08:00Z', 'INVALID_FORMAT'],
  ['2026-03-01T08:00:00+0300', 'INVALID_FORMAT'],
  ['2026-03-01T24:00:00Z', 'INVALID_FORMAT'],
  ['1969-12-31T23:59:59.999Z', 'OUT_OF_RANGE'],
  ['0001-01-01T00:00:00Z', 'OUT_OF_RANGE'],
  ['9999-12-31T23:59:59-00:01', 'OUT_OF_RANGE'],
] as const;

describe.each(timeFilters)('$name', ({ path, field }) => {
  test.each(refusedTimes)('400 for %s: %s', async (time, code) => {
    expectRefused(await partner.get(`${at(path)}?${new URLSearchParams({ [field]: time })}`), 400, {
      field,
      code,
    });
  });

  test.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])('200 for %s', async (time) => {
    dataOf(await partner.get(`${at(path)}?${new URLSearchParams({ [field]: time })}`));
  });
});

let overdue: ReturnType<typeof overdueSubscription> | undefined;

/** A subscription of a partner of its own, whose clock is moved. */
async function overdueSubscription() {
  const owner = await api.partner();
  const { subscription } = await activeSubscription(owner, { plan: { billingCycleDays: 1 } });
  dataOf(await owner.post('/v1/test-clock/advance', { by: { hours: 25 } }));
  return { owner, id: subscription.id };
}

/** Each timestamp of a body: a request with it and the latest accepted value. */
const calls: Record<string, { send: (time: string) => Promise<Answer>; last?: string }> = {
  'POST /v1/installations scheduledAt': {
    send: async (scheduledAt) =>
      partner.post('/v1/installations', {
        subscriptionId: (await createInstallation(partner)).subscription.id,
        scheduledAt,
      }),
  },
  'PATCH /v1/installations/{id} scheduledAt': {
    send: (scheduledAt) => partner.patch(at('/v1/installations/{id}'), { scheduledAt }),
    last: '9999-12-31T23:59:59.999Z',
  },
  'PATCH /v1/installations/{id} windowEndsAt': {
    send: (windowEndsAt) => partner.patch(at('/v1/installations/{id}'), { windowEndsAt }),
    last: '9999-12-31T23:59:59.999Z',
  },
  'PATCH /v1/installations/{id} startedAt': {
    send: (startedAt) => partner.patch(at('/v1/installations/{id}'), { startedAt }),
  },
  'PATCH /v1/installations/{id} installedAt': {
    send: (installedAt) => partner.patch(at('/v1/installations/{id}'), { installedAt }),
  },
  'POST /v1/payments receivedAt': {
    send: async (receivedAt) => {
      const { subscription } = await pendingSubscription(partner);
      return partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual', receivedAt });
    },
  },
  'POST /v1/subscribers/{subscriberId}/charges expiresAt': {
    send: (expiresAt) =>
      partner.post(at('/v1/subscribers/{subscriberId}/charges'), bodies.charge({ expiresAt })),
    last: '9999-12-31T23:59:59.999Z',
  },
  'POST /v1/subscriptions/{id}/extend-grace until': {
    send: async (until) => {
      overdue ??= overdueSubscription();
      const { owner, id } = await overdue;
      return owner.post(`/v1/subscriptions/${id}/extend-grace`, { until });
    },
  },
  'POST /v1/test-clock/advance to': { send: (to) => partner.post('/v1/test-clock/advance', { to }) },
  'POST /v1/webhooks/{id}/replay since': {
    send: (since) => partner.post(at('/v1/webhooks/{id}/replay'), { since }),
    last: '9999-12-31T23:59:59.999Z',
  },
  'POST /v1/webhooks/{id}/replay until': {
    send: (until) => partner.post(at('/v1/webhooks/{id}/replay'), { since: '2026-01-01T00:00:00Z', until }),
    last: '9999-12-31T23:59:59.999Z',
  },
};

test('each timestamp of a request body is covered', () => {
  expect(Object.keys(calls).sort()).toEqual(timesInBodies.toSorted());
});

describe.each(Object.keys(calls))('%s', (name) => {
  const { send, last } = calls[name] as (typeof calls)[string];
  const field = name.split(' ')[2] ?? '';

  test.each(refusedTimes)('400 for %s: %s', async (time, code) => {
    expectRefused(await send(time), 400, { field, code });
  });

  test('9999-12-31T23:59:59.999Z is accepted or OUT_OF_RANGE', async () => {
    if (last) dataOf(await send(last));
    else expectRefused(await send('9999-12-31T23:59:59.999Z'), 400, { field, code: 'OUT_OF_RANGE' });
  });
});

test('400 OUT_OF_RANGE for an appointment less than 30 days before the end of the year 9999', async () => {
  const order = async (scheduledAt: string) =>
    partner.post('/v1/installations', {
      subscriptionId: dataOf(await partner.get('/v1/subscriptions'))[0].id,
      scheduledAt,
    });
  expectRefused(await order('9999-12-02T00:00:00Z'), 400, { field: 'scheduledAt', code: 'OUT_OF_RANGE' });
  const own = await createInstallation(partner);
  await own.cancel();
  const again = { subscriptionId: own.subscription.id, scheduledAt: '9999-12-01T23:59:59.999Z' };
  expect(dataOf(await partner.post('/v1/installations', again)).windowEndsAt).toBe(
    '9999-12-31T23:59:59.999Z',
  );
});

test('400 OUT_OF_RANGE for an advance past the end of the year 9999', async () => {
  const own = await api.partner();
  const end = Date.UTC(9990, 0, 1) - Date.now();
  await api.sql`update provider set clock_offset_ms = ${end} where id = ${own.providerId}`;
  const advance = () => own.post('/v1/test-clock/advance', { by: { days: 400 } });
  let answer = await advance();
  for (let calls = 0; answer.status === 200 && calls < 12; calls++) answer = await advance();
  expectRefused(answer, 400, { field: 'by', code: 'OUT_OF_RANGE' });
});

describe('installedAt', () => {
  const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  test('400 OUT_OF_RANGE for installedAt more than five minutes ahead of the clock', async () => {
    const { patch } = await createInstallation(partner, { feeAmount: 10 });
    const future = { field: 'installedAt', code: 'OUT_OF_RANGE' };
    expectRefused(await patch({ installedAt: ahead(6) }), 400, future);
    const both = await patch({ installedAt: ahead(6), windowEndsAt: ahead(-1) });
    expect(both.body.rejectionReasons.map(({ field }: { field: string }) => field)).toEqual([
      'windowEndsAt',
      'installedAt',
    ]);
    const installedAt = ahead(4);
    expect(dataOf(await patch({ installedAt })).installedAt).toBe(installedAt);
  });

  test('installedAt is compared with the clock of the account', async () => {
    const own = await api.partner();
    const { patch } = await createInstallation(own);
    dataOf(await own.post('/v1/test-clock/advance', { by: { days: 3 } }));
    expect(dataOf(await patch({ installedAt: ahead(3 * 24 * 60 - 5) })).status).toBe('ACTIVATED');
  });
});

describe('control characters', () => {
  const bell = 'Ada\u0007Home';
  const single: [string, string, () => Promise<Answer>][] = [
    [
      'a first name',
      'firstName',
      () => partner.post('/v1/subscribers', bodies.subscriber({ firstName: bell })),
    ],
    [
      'a last name',
      'lastName',
      () => partner.post('/v1/subscribers', bodies.subscriber({ lastName: 'A\nB' })),
    ],
    ['a street', 'street', () => partner.post('/v1/subscribers', bodies.subscriber({ street: 'A\tB' }))],
    ['a plan', 'planName', () => partner.post('/v1/plans', bodies.plan({ planName: 'Home\u001b[31m' }))],
    [
      'a place',
      'name',
      () => partner.post('/v1/demarcation-points', bodies.demarcationPoint({ name: 'A\u0085B' })),
    ],
    [
      'an integration',
      'name',
      () => partner.post('/v1/integrations', bodies.integration({ name: 'A\u2028B' })),
    ],
    [
      'a webhook',
      'description',
      () => partner.post('/v1/webhooks', bodies.webhook({ description: 'A\u007fB' })),
    ],
    ['a technician', 'technician', () => made.patch({ technician: 'A\u0000B' })],
    [
      'a charge',
      'description',
      () =>
        partner.post(at('/v1/subscribers/{subscriberId}/charges'), bodies.charge({ description: 'A\r\nB' })),
    ],
    ['notes', 'notes', () => made.patch({ notes: 'A\u0008B' })],
  ];
  test.each(single)('400 INVALID_FORMAT for a control character in %s', async (_, field, send) => {
    expectRefused(await send(), 400, { field, code: 'INVALID_FORMAT' });
  });

  test('notes may have lines and tabs', async () => {
    const { patch } = await createInstallation(partner);
    const notes = 'Ladder needed.\r\n\tSecond floor.\nDog.';
    expect(dataOf(await patch({ notes })).notes).toBe(notes);
  });

  test('line breaks around a name are trimmed', async () => {
    const answer = await partner.post('/v1/subscribers', bodies.subscriber({ firstName: ' Ada\n' }));
    expect(dataOf(answer).firstName).toBe('Ada');
  });

  test('404 for an id with a control character', async () => {
    expectRefused(await partner.get('/v1/plans/pln_%07'), 404, { error: 'NOT_FOUND' });
    expect(dataOf(await partner.get('/v1/invoices?subscriberId=sub_%07'))).toEqual([]);
  });
});
