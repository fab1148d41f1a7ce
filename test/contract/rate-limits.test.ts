import { randomUUID } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { db } from '../../server/db/client.ts';
import { issueCredential } from '../../server/domain/partner/credential.ts';
import { admit } from '../../server/rest/admission.ts';
import { createRateLimits } from '../../server/rest/rate-limit.ts';
import { type Answer, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const AUTH = 60;
const api = useApi({ RATE_LIMIT_LIVE: 5, RATE_LIMIT_SANDBOX: 2, RATE_LIMIT_AUTH: AUTH });

async function times(n: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < n; i++) answers.push(await send());
  return answers;
}

function expectLimited(answer: Answer | undefined) {
  expect(answer).toBeDefined();
  expectRefused(answer as Answer, 429, { error: 'RATE_LIMITED', field: '_', code: 'RATE_LIMITED' });
  expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

const countOk = (answers: Answer[]) => answers.filter((answer) => answer.status === 200).length;

describe('429 RATE_LIMITED with Retry-After', () => {
  test('429 after a burst of twice the rate', async () => {
    const partner = await api.partner();
    const answers = await Promise.all(Array.from({ length: 30 }, () => partner.get('/v1/provider')));
    expect(countOk(answers)).toBeGreaterThanOrEqual(4);
    expect(countOk(answers)).toBeLessThan(20);
    const limited = answers.filter((answer) => answer.status !== 200);
    for (const answer of limited) expectLimited(answer);
  });

  test('429 for one access id does not affect another', async () => {
    const [busy, quiet] = [await api.partner(), await api.partner()];
    expectLimited((await times(30, () => busy.get('/v1/provider'))).find((answer) => answer.status === 429));
    expect((await quiet.get('/v1/provider')).status).toBe(200);
  });

  test('a live account has a higher limit than a sandbox account', async () => {
    const [live, sandbox] = [await api.partner({ livemode: true }), await api.partner()];
    const inBurst = async (send: () => Promise<Answer>) =>
      countOk(await Promise.all(Array.from({ length: 10 }, send)));
    expect(await inBurst(() => live.get('/v1/provider'))).toBe(10);
    expect(await inBurst(() => sandbox.get('/v1/provider'))).toBeLessThan(10);
  });

  test('429 for a dry run has the Dry-Run header', async () => {
    const partner = await api.partner();
    const dry = () =>
      partner.post(
        '/v1/demarcation-points',
        { name: 'A', accessType: 'FIBER' },
        { headers: { 'dry-run': 'true' } },
      );
    const limited = (await times(30, dry)).find((answer) => answer.status === 429);
    expectLimited(limited);
    expect(limited?.headers.get('dry-run')).toBe('true');
  });

  test('429 for a POST, which creates nothing', async () => {
    const partner = await api.partner();
    const body = { name: 'A', accessType: 'FIBER' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => partner.post('/v1/demarcation-points', body)),
    );
    const [row] = await api.sql`
      select count(*)::int as n from demarcation_point where provider_id = ${partner.providerId}`;
    expect(row?.n).toBe(answers.filter((answer) => answer.status === 201).length);
    expect(row?.n).toBeLessThan(20);
  });
});

describe('RateLimit headers', () => {
  const named = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
  const quota = (answer: Answer) => named.map((name) => answer.headers.get(name));

  test('each answer to a credential has the rate, what is left of the burst, and when it is full', async () => {
    const partner = await api.partner();
    const answers = [
      await partner.get('/v1/provider'),
      await partner.get('/v1/plans/plan_none'),
      await partner.get('/v1/nowhere'),
    ];
    for (const answer of answers) {
      const [limit, remaining, reset] = quota(answer).map(Number);
      expect(limit).toBe(2);
      expect(remaining).toBeLessThan(4);
      expect(reset).toBeGreaterThanOrEqual(1);
      expect(reset).toBeLessThanOrEqual(2);
    }
    const limited = (await times(30, () => partner.get('/v1/provider'))).find(({ status }) => status === 429);
    expect(quota(limited as Answer)).toEqual(['2', '0', '2']);
  });
});

test('the limit, and the pace of its refusals, belong to the account and not to a key', async () => {
  const partner = await api.partner();
  const { providerId, headers } = partner;
  const second = await issueCredential(db(), { providerId, label: 'Second', now: new Date() });
  const keys = [headers, { 'x-access-id': second.accessId, 'x-access-secret': second.accessSecret }];
  const off = { RATE_LIMIT_LIVE: 0, RATE_LIMIT_INBOUND: 0, RATE_LIMIT_AUTH: 0, REDIS_URL: undefined };
  const limits = await createRateLimits({ ...off, RATE_LIMIT_SANDBOX: 1 });
  const paced: string[] = [];
  limits.refusals.turn = async (caller) => void paced.push(caller);
  const call = (n: number) => {
    const socket = { remoteAddress: '203.0.113.7' };
    const req = { headers: keys[n % 2], socket } as unknown as IncomingMessage;
    return admit(req, new ServerResponse(req), limits, randomUUID());
  };
  // The clock of the buckets stands still.
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    // A burst of twice the rate.
    await call(0);
    await call(1);
    for (const n of [0, 1]) await expect(call(n)).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  } finally {
    vi.useRealTimers();
    limits.close();
  }
  expect(paced).toEqual([providerId, providerId]);
});

test('429 after 60 failed authentications of a client; valid credentials are not limited', async () => {
  const partner = await api.partner({ livemode: true });
  const stranger = api.client({ 'x-access-id': 'nobody', 'x-access-secret': 'nothing' });
  const failures = await times(AUTH, () => stranger.get('/v1/provider'));
  for (const answer of failures) {
    expectRefused(answer, 401, { error: 'UNAUTHORIZED' });
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
  }
  expectLimited(await stranger.get('/v1/provider'));
  expectLimited(await api.anonymous().post('/v1/plans', {}));
  expectLimited(await api.client({ ...partner.headers, 'x-access-secret': 'wrong' }).get('/v1/provider'));
  expect((await partner.get('/v1/provider')).status).toBe(200);
  expect((await api.anonymous().get('/v1/openapi.json')).status).toBe(200);
});

test('calls that name an account without proof count as failed authentications, also where no operation has the path', async () => {
  const partner = await api.partner({ livemode: true });
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration()));
  const stranger = api.client({ 'x-access-id': partner.headers['x-access-id'], 'x-access-secret': 'x' });
  const receiver = `/v1/integrations/${integration.id}/webhooks`;
  // The address has used its failures up in the test above, or does so here.
  await times(AUTH, () => stranger.get('/v1/nowhere'));
  expectLimited(await stranger.get('/v1/nowhere'));
  expectLimited(await stranger.request('PUT', '/v1/plans'));
  expectLimited(await api.anonymous().get(receiver));
  expectLimited(await stranger.post('/v1/openapi.json'));
  expectRefused(await api.anonymous().get('/v1/nowhere'), 404, { error: 'NOT_FOUND' });
  expectRefused(await partner.get('/v1/nowhere'), 404, { error: 'NOT_FOUND' });
  expectRefused(await partner.get(receiver), 405, { error: 'NOT_ALLOWED' });
});

test('refused calls of the receiver count too, whatever they are refused for, while nothing proves who sends them', async () => {
  const partner = await api.partner({ livemode: true });
  const made = async (over: object) =>
    dataOf(await partner.post('/v1/integrations', bodies.integration(over))).id as string;
  const [off, revoked, open] = [await made({}), await made({}), await made({ signing: 'none' })];
  await partner.put(`/v1/integrations/${off}`, bodies.integration({ status: 'DISABLED' }));
  await partner.delete(`/v1/integrations/${revoked}/secret`);
  const send = (id: string, body: object) => api.anonymous().post(`/v1/integrations/${id}/webhooks`, body);
  // The address has used its failures up in the tests above, or does so here.
  await times(AUTH, () => send(off, {}));
  expectLimited(await send(off, {}));
  expectLimited(await send(revoked, {}));
  expectLimited(await send(open, {}));
  expectLimited(await send(open, { event: 'x'.repeat(1_100_000) }));
  // What is taken counts as what it is, and an id that is no account's has no entry.
  expect((await send(open, { event: 'service.created', data: {} })).status).toBe(201);
  expectRefused(await send('int_unknown', {}), 404, { error: 'NOT_FOUND' });
  const proven = await partner.post(`/v1/integrations/${open}/webhooks`, {});
  expectRefused(proven, 400, { error: 'VALIDATION_FAILED' });
});
