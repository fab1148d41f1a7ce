import { expect, test, vi } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { log } from '../../server/log.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { eventually } from '../fixtures/eventually.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';
import { CUSTOMER, MODELS, sendHook, splynxEvent } from './splynx-webhook.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

const event = splynxEvent(MODELS.customer, 'edit', CUSTOMER);

async function made(by: Staff, over: object = {}) {
  const integration = dataOf(
    await by.post('/v1/integrations', bodies.integration({ adapter: 'splynx', ...over })),
  );
  const read = (as = by) =>
    callAs(api, as, { name: 'integration.contact', type: 'query' }, { id: integration.id });
  const contact = async () => (await read()).data;
  return { integration, read, contact, hook: sendHook.bind(null, api, integration) };
}

const at = expect.stringMatching(/^\d{4}-.*Z$/);

test('the last ping and the last refused request are shown with time, address and reason', async () => {
  const { integration, contact, hook } = await made(await signedInPartner(api));
  expect(await contact()).toEqual({ ping: null, refused: null });
  await hook({ type: 'ping' });
  await eventually(async () => expect((await contact()).ping).not.toBeNull());
  expect(await contact()).toEqual({ ping: { at, address: '127.0.0.1' }, refused: null });
  const warned = vi.spyOn(log, 'warn');
  for (let n = 0; n < 5; n++) await hook(event, { signature: '0'.repeat(40) });
  await eventually(async () => expect((await contact()).refused).not.toBeNull());
  expect((await contact()).refused).toEqual({
    ...{ at, address: '127.0.0.1', reason: 'SIGNATURE_WRONG', count: 1 },
  });
  const named = warned.mock.calls.filter(
    ([fields]) => (fields as { integrationId?: string }).integrationId === integration.id,
  );
  expect(named).toEqual([
    [
      expect.objectContaining({ integration: integration.name, reason: 'SIGNATURE_WRONG' }),
      expect.any(String),
    ],
  ]);
});

test.each<[string, object, object | string, { signature?: string | null; headers?: Record<string, string> }]>(
  [
    ['SIGNATURE_MISSING', {}, event, { signature: null }],
    ['BODY_INVALID', {}, { type: 'event' }, {}],
    ['SECRET_MISSING', { signing: 'none' }, event, { signature: 'x' }],
    [
      'CREDENTIALS_WRONG',
      { signing: 'none' },
      event,
      { headers: { 'x-access-id': 'a', 'x-access-secret': 'b' } },
    ],
  ],
)('the reason %s', async (reason, over, body, sent) => {
  const { contact, hook } = await made(await signedInPartner(api), over);
  await hook(body, sent);
  await eventually(async () => expect((await contact()).refused).not.toBeNull());
  expect((await contact()).refused.reason).toBe(reason);
});

test('refused requests of the receiver of the API are shown as well', async () => {
  const { integration, contact } = await made(await signedInPartner(api));
  const path = `/v1/integrations/${integration.id}/webhooks`;
  expect((await api.anonymous().post(path, { event: 'x', data: {} })).status).toBe(401);
  await eventually(async () => expect((await contact()).refused).not.toBeNull());
  expect((await contact()).refused.reason).toBe('SIGNATURE_MISSING');
});

test('what arrives within a minute of a write is written after it, in one write with its count', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { contact, hook } = await made(await signedInPartner(api));
    await hook(event, { signature: null });
    await eventually(async () => expect((await contact()).refused).not.toBeNull());
    for (let n = 0; n < 3; n++) await hook(event, { signature: '0'.repeat(40) });
    expect((await contact()).refused).toMatchObject({ reason: 'SIGNATURE_MISSING', count: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    await eventually(async () => expect((await contact()).refused.count).toBeGreaterThan(1));
    expect((await contact()).refused).toMatchObject({ reason: 'SIGNATURE_WRONG', count: 4 });
  } finally {
    vi.useRealTimers();
  }
});

test('NOT_FOUND for an integration of another partner', async () => {
  const [mine, other] = [await signedInPartner(api), await signedInPartner(api)];
  const { read } = await made(mine);
  expect((await read(other)).status).toBe(404);
});
