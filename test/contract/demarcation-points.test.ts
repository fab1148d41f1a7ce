import { beforeAll, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, eventsCausedBy, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const create = (over: object = {}) => partner.post('/v1/demarcation-points', bodies.demarcationPoint(over));

test('201 with name and accessType alone: other fields are null, status is AVAILABLE, no event', async () => {
  const answer = await create();
  expect(answer.status).toBe(201);
  const made = dataOf(answer);
  expect(made).toEqual({
    metadata: {},
    id: expect.stringMatching(/^dmp_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Cabinet 7',
    street: null,
    city: null,
    region: null,
    postalCode: null,
    country: null,
    latitude: null,
    longitude: null,
    accessType: 'FIBER',
    nasIdentifier: null,
    status: 'AVAILABLE',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(dataOf(await partner.get(`/v1/demarcation-points/${made.id}`))).toEqual(made);
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
  const missing = await partner.post('/v1/demarcation-points', {});
  expect(missing.body.rejectionReasons).toMatchObject([
    { field: 'name', code: 'REQUIRED' },
    { field: 'accessType', code: 'REQUIRED' },
  ]);
});

test.each([
  ['accessType', 'CABLE', 'UNSUPPORTED'],
  ['status', 'BROKEN', 'UNSUPPORTED'],
  ['latitude', 90.1, 'OUT_OF_RANGE'],
  ['longitude', -180.1, 'OUT_OF_RANGE'],
  ['latitude', '1', 'INVALID_FORMAT'],
  ['country', 'ke', 'INVALID_FORMAT'],
  ['name', '', 'REQUIRED'],
  ['name', 'x'.repeat(121), 'OUT_OF_RANGE'],
  ['altitude', 1, 'NOT_ALLOWED'],
])('400 at %s for %j: %s', async (field, value, code) => {
  expectRefused(await create({ [field]: value }), 400, { error: 'VALIDATION_FAILED', field, code });
});

test('PATCH changes the given fields, clears a field with null and keeps the others', async () => {
  const made = dataOf(
    await create({ city: 'Kisumu', latitude: -0.1, longitude: 34.75, nasIdentifier: 'nas-1' }),
  );
  const answer = await partner.patch(`/v1/demarcation-points/${made.id}`, { city: null, name: 'Cabinet 8' });
  expect(dataOf(answer)).toEqual({ ...made, city: null, name: 'Cabinet 8', updatedAt: expect.any(String) });
  expect(await eventsCausedBy(partner, answer)).toEqual([]);
  const again = dataOf(await partner.patch(`/v1/demarcation-points/${made.id}`, { name: 'Cabinet 8' }));
  expect(again).toEqual(dataOf(answer));
  for (const field of ['name', 'accessType', 'status']) {
    expectRefused(await partner.patch(`/v1/demarcation-points/${made.id}`, { [field]: null }), 400, {
      field,
      code: 'INVALID_FORMAT',
    });
  }
  expect(dataOf(await partner.patch(`/v1/demarcation-points/${made.id}`, {}))).toEqual(again);
});

test('400 for a new subscription at a retired point; existing subscriptions stay', async () => {
  const { point, plan, subscriber, subscription } = await activeSubscription(partner);
  const attach = () =>
    partner.post('/v1/subscriptions', {
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
    });
  const second = dataOf(await attach());
  expect(
    dataOf(await partner.patch(`/v1/demarcation-points/${point.id}`, { status: 'RETIRED' })).status,
  ).toBe('RETIRED');
  expectRefused(await attach(), 400, { field: 'demarcationPointId', code: 'INVALID_VALUE' });
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).demarcationPointId).toBe(point.id);
  const elsewhere = dataOf(await create());
  dataOf(await partner.patch(`/v1/subscriptions/${second.id}`, { demarcationPointId: elsewhere.id }));
  const back = await partner.patch(`/v1/subscriptions/${second.id}`, { demarcationPointId: point.id });
  expectRefused(back, 400, { field: 'demarcationPointId', code: 'INVALID_VALUE' });
  dataOf(await partner.patch(`/v1/demarcation-points/${point.id}`, { status: 'AVAILABLE' }));
  dataOf(await attach());
});

test('the list filters by status and q and sorts by name', async () => {
  const own = await api.partner();
  const add = async (over: object) =>
    dataOf(await own.post('/v1/demarcation-points', bodies.demarcationPoint(over)));
  const one = await add({ name: 'Alpha', city: 'Thika' });
  const two = await add({ name: 'Beta', status: 'RETIRED', nasIdentifier: 'core-2' });
  const ids = async (query: string) =>
    dataOf(await own.get(`/v1/demarcation-points?${query}`)).map((row: { id: string }) => row.id);
  expect(await ids('status=RETIRED')).toEqual([two.id]);
  expect(await ids('status=AVAILABLE')).toEqual([one.id]);
  expect(await ids('q=THIK')).toEqual([one.id]);
  expect(await ids('q=bet')).toEqual([two.id]);
  expect(await ids('sort=name')).toEqual([one.id, two.id]);
  expect(await ids('')).toEqual([two.id, one.id]);
  expectRefused(await own.get('/v1/demarcation-points?status=x'), 400, {
    field: 'status',
    code: 'UNSUPPORTED',
  });
});

test('an update creates an audit entry with the changed fields', async () => {
  const made = dataOf(await create());
  const answer = await partner.patch(`/v1/demarcation-points/${made.id}`, { name: 'New' });
  expect(await changesBy(answer)).toEqual([
    ['demarcationPoint.update', { name: { before: 'Cabinet 7', after: 'New' } }],
  ]);
});

test('a creation creates an audit entry with the fields that have a value', async () => {
  expect(await changesBy(await create({ city: 'Kampala' }))).toEqual([
    [
      'demarcationPoint.create',
      {
        name: { before: null, after: 'Cabinet 7' },
        city: { before: null, after: 'Kampala' },
        accessType: { before: null, after: 'FIBER' },
        status: { before: null, after: 'AVAILABLE' },
        metadata: { before: null, after: {} },
      },
    ],
  ]);
});

/** The audit entries of a request: each action with its changes. */
async function changesBy({ body }: Answer): Promise<[string, object][]> {
  const entries =
    await api.sql`select action, changes from audit_entry where correlation_id = ${body.correlationId}`;
  return entries.map(({ action, changes }) => [action, JSON.parse(changes)]);
}
