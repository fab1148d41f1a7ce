import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracing, stopTracing } from '../../server/tracing.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';

const api = useApi();
/** What the collector of traces got: the statements are in it. */
let traces = '';
let collector: Server;

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    for await (const chunk of req) traces += chunk;
    res.end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
});
afterAll(() => collector.close());

const patches = [
  ['subscriber', '/v1/subscribers', bodies.subscriber(), { city: 'Kisumu' }],
  ['plan', '/v1/plans', bodies.plan(), { graceDays: 9 }],
  ['webhook', '/v1/webhooks', bodies.webhook(), { description: 'Books' }],
  ['integration', '/v1/integrations', bodies.integration(), { name: 'Books' }],
] as const;

test.each(
  patches.flatMap(([table, ...rest]) => [
    [table, 'without If-Match', false, ...rest] as const,
    [table, 'with If-Match', true, ...rest] as const,
  ]),
)('a PATCH of a %s %s reads and locks its row once', async (table, _, isMatched, path, body, patch) => {
  const partner = await api.partner();
  const { id } = dataOf(await partner.post(path, body));
  const etag = `${(await partner.get(`${path}/${id}`)).headers.get('etag')}`;
  traces = '';
  await startTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_SERVICE_NAME: 'demarc-test',
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  dataOf(await partner.patch(`${path}/${id}`, patch, isMatched ? { headers: { 'if-match': etag } } : {}));
  await stopTracing();
  const statements = [...traces.matchAll(/"stringValue":"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  const reads = statements.filter((text) => new RegExp(`from \\W+${table}\\W`).test(text));
  expect(reads.filter((text) => /for no key update/.test(text))).toHaveLength(1);
});
