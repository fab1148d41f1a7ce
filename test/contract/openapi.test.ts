import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../server/rest/routes.ts';
import { type Partner, useApi } from './api.ts';
import { arbitraryRequest } from './arbitrary-request.ts';
import { activeSubscription, dataOf, pendingSubscription } from './helpers.ts';

const api = useApi();

describe('GET /v1/openapi.json', () => {
  test('200 with the document, without envelope', async () => {
    const { status, headers, body } = await api.anonymous().get('/v1/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['openapi', 'info', 'paths', 'components']));
    expect(body.openapi).toBe('3.1.0');
    expect(body.success).toBeUndefined();
  });

  test('compressed for a client that takes it, and kept for five minutes', async () => {
    const read = async (encoding: string) => {
      const answer = await fetch(`${api.base}/v1/openapi.json`, { headers: { 'accept-encoding': encoding } });
      const { headers } = answer;
      return [
        headers.get('content-encoding'),
        headers.get('cache-control'),
        headers.get('vary'),
        await answer.text(),
      ];
    };
    const [plain, zipped] = [await read('identity'), await read('br, gzip;q=0.5')];
    expect(plain.slice(0, 3)).toEqual([null, 'public, max-age=300', 'accept-encoding']);
    expect(zipped).toEqual(['gzip', ...plain.slice(1)]);
  });

  test.each([
    ['GZIP', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', null],
    ['identity, gzip; q=0.0, br', null],
    ['x-gzip', null],
  ])('a client that sends "Accept-Encoding: %s" gets the encoding %s', async (accepted, encoding) => {
    const { headers } = await fetch(`${api.base}/v1/openapi.json`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(headers.get('content-encoding')).toBe(encoding);
  });

  test('an error with a code links to its cause and remedy', async () => {
    const { body } = await api.anonymous().get('/v1/openapi.json');
    expect(body.paths['/v1/plans'].post.responses['400'].description).toMatch(
      /\[PLAN_PRICE_BELOW_FLOOR\]\(http\S+\/docs\/errors#PLAN_PRICE_BELOW_FLOOR\)/,
    );
  });

  test('the document is valid OpenAPI 3.1', async () => {
    const { body } = await api.anonymous().get('/v1/openapi.json');
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  });

  test('the document has each operation and the status of its success', async () => {
    const { body } = await api.anonymous().get('/v1/openapi.json');
    for (const { method, path, facts } of routes) {
      expect(body.paths[path]?.[method.toLowerCase()]?.responses, `${method} ${path}`).toHaveProperty(
        String(facts.status),
      );
    }
  });
});

describe('arbitrary requests', () => {
  let partner: Partner;
  let ids: string[];
  beforeAll(async () => {
    partner = await api.partner();
    const made = [await activeSubscription(partner), await pendingSubscription(partner)];
    const otherRows = await activeSubscription(await api.partner());
    ids = [...made, otherRows].flatMap((world) => Object.values(world).map(({ id }) => id));
    const [{ subscription, payment }] = made as [Awaited<ReturnType<typeof activeSubscription>>];
    const body = { subscriptionId: subscription.id, feeAmount: 50 };
    const installation = dataOf(await partner.post('/v1/installations', body));
    const refund = dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 1 }));
    ids.push(installation.id, installation.chargeId, refund.id);
    for (const path of ['/v1/events', '/v1/invoices']) {
      ids.push(...dataOf(await partner.get(path)).map(({ id }: { id: string }) => id));
    }
  });

  test('each answer has the documented form, and no status is 500', async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const numRuns = Number(process.env.FUZZ_RUNS ?? 500);
    console.info(`FUZZ_SEED=${seed}`);
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(ids), async ({ method, path, headers, raw }) => {
        // `request` validates each answer against the document.
        const answer = await partner.request(method, path, { headers, ...(raw ? { raw } : {}) });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(answer.status, `${method} ${path} ${raw}\n${answer.text}`).not.toBe(500);
      }),
      { seed, numRuns },
    );
    // A run without these statuses tests too little. Rarer statuses are left to chance.
    for (const status of [200, 400, 404]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
  });
});
