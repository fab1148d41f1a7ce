import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '../../server/db/client.ts';
import { getOrganisation } from '../../server/domain/provider/organisation.ts';
import { getProvider } from '../../server/domain/provider/read.ts';
import { etagOf } from '../../server/state/etag.ts';
import type { Scope } from '../../server/work/scope.ts';
import { bodies, dataOf } from './helpers.ts';
import { origin, type Staff, signedInPartner, usePortalApi } from './portal-helpers.ts';

const api = usePortalApi();

let staff: Staff;
beforeAll(async () => {
  staff = await signedInPartner(api);
});

/** Sends a change as a form does. */
async function change(name: string, input: object, ifMatch: string) {
  const answer = await fetch(`${api.base}/api/trpc/${name}`, {
    method: 'POST',
    headers: { origin, cookie: staff.cookie, 'content-type': 'application/json', 'if-match': ifMatch },
    body: JSON.stringify(input),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

test.each([
  ['plan', '/v1/plans', bodies.plan(), { planName: 'Other' }],
  ['subscriber', '/v1/subscribers', bodies.subscriber(), { city: 'Kisumu' }],
  ['webhook', '/v1/webhooks', bodies.webhook(), { description: 'Other' }],
  ['integration', '/v1/integrations', bodies.integration(), { name: 'Other' }],
  ['demarcationPoint', '/v1/demarcation-points', bodies.demarcationPoint(), { name: 'Other' }],
] as const)(
  '%s: a form with an old version is refused, and one with the present version is saved',
  async (name, path, body, other) => {
    const { id } = dataOf(await staff.post(path, body));
    const old = `${(await staff.get(`${path}/${id}`)).headers.get('etag')}`;
    dataOf(await staff.patch(`${path}/${id}`, other));
    const input = { id, ...body };
    const refused = await change(`${name}.update`, input, old);
    expect(refused.status).toBe(409);
    expect(refused.body.error.data.envelope).toMatchObject({
      rejectionReasons: [{ field: 'If-Match', code: 'CONFLICT' }],
      details: { changedBy: { type: 'credential' }, updatedAt: expect.any(String) },
    });
    expect(refused.body.error.data.envelope.details.changedFields).toEqual(
      expect.arrayContaining(Object.keys(other)),
    );
    const present = await staff.get(`${path}/${id}`);
    expect(dataOf(present)).toMatchObject(other);
    expect((await change(`${name}.update`, input, `${present.headers.get('etag')}`)).status).toBe(200);
  },
);

describe.each([
  ['organisation', getOrganisation, { city: 'Kisumu' }, { city: 'Mombasa' }, 'city'],
  [
    'provider',
    getProvider,
    { taxRate: '0.1', timeZone: 'UTC' },
    { taxRate: '0.2', timeZone: 'UTC' },
    'taxRate',
  ],
] as const)('the form of the %s', (name, read, first, second, field) => {
  const tag = async () => etagOf(await read({ providerId: staff.providerId, db: db() } as Scope));

  test('with an old version it is refused, and with the present version it is saved', async () => {
    const old = await tag();
    expect((await change(`${name}.update`, first, old)).status).toBe(200);
    const refused = await change(`${name}.update`, second, old);
    expect(refused.status).toBe(409);
    expect(refused.body.error.data.envelope).toMatchObject({
      rejectionReasons: [{ field: 'If-Match', code: 'CONFLICT' }],
      details: { changedFields: [field], changedBy: { type: 'staff' }, updatedAt: expect.any(String) },
    });
    const present = await tag();
    expect(present).not.toBe(old);
    expect((await change(`${name}.update`, second, present)).status).toBe(200);
    expect((await change(`${name}.update`, first, '*')).status).toBe(200);
  });

  test('of two at once with one version, one is saved', async () => {
    const present = await tag();
    const answers = await Promise.all(
      [second, { ...second, ...(name === 'organisation' ? { city: 'Nyeri' } : { taxRate: '0.3' }) }].map(
        (input) => change(`${name}.update`, input, present),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('a lone read of one resource has the entity tag of /v1, for forms in dialogs; a batch and a list have none', async () => {
  const { id } = dataOf(await staff.post('/v1/plans', bodies.plan()));
  const read = async (names: string, ...inputs: object[]) => {
    const batch = inputs.length > 1;
    const input = encodeURIComponent(JSON.stringify(batch ? { ...inputs } : inputs[0]));
    const path = `/api/trpc/${names}?${batch ? 'batch=1&' : ''}input=${input}`;
    const { status, headers } = await fetch(api.base + path, { headers: { cookie: staff.cookie } });
    expect(status).toBe(200);
    return headers.get('etag');
  };
  const present = (await staff.get(`/v1/plans/${id}`)).headers.get('etag');
  expect(await read('plan.get', { id })).toBe(present);
  expect(await read('plan.get,plan.get', { id }, { id })).toBeNull();
  expect(await read('plan.list', {})).toBeNull();
});

test('what changes no resource of /v1 takes no If-Match, and a malformed one is refused', async () => {
  const plan = await change('plan.create', bodies.plan(), '*');
  const tags = await change('savedView.save', {}, '*');
  const malformed = await change('plan.update', {}, 'x');
  const reasonsOf = ({ body }: typeof plan) => body.error.data.envelope.rejectionReasons;
  expect([plan.status, tags.status, malformed.status]).toEqual([400, 400, 400]);
  expect(reasonsOf(plan)).toMatchObject([{ field: 'If-Match', code: 'NOT_ALLOWED' }]);
  expect(reasonsOf(tags)).toMatchObject([{ field: 'If-Match', code: 'NOT_ALLOWED' }]);
  expect(reasonsOf(malformed)).toMatchObject([{ field: 'If-Match', code: 'INVALID_FORMAT' }]);
});
