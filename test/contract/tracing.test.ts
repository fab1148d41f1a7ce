import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measured } from '../../server/background/define-drain.ts';
import { drainDeliveries } from '../../server/domain/messaging/delivery/due.ts';
import { startTracing, stopTracing } from '../../server/tracing.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string }[];
};

const api = useApi();
/** What the collector got: its headers, and the texts of the requests. */
const got: { authorization: string | undefined; path: string | undefined; text: string }[] = [];
let collector: Server;
/** Takes deliveries. */
let receiver: Server;
let delivered: Promise<unknown>;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  collector = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    got.push({ authorization: req.headers.authorization, path: req.url, text });
    res.end('{}');
  });
  delivered = new Promise((done) => {
    receiver = createServer((_, res) => res.end(done));
  });
  for (const server of [collector, receiver])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  for (const server of [collector, receiver]) server.close();
});

const spans = () =>
  got.flatMap(({ text }) =>
    JSON.parse(text).resourceSpans.flatMap(
      ({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) => scopeSpans[0]?.spans ?? [],
    ),
  ) as Span[];

test('the trace of a correlation id has request, procedure, verb, statements and delivery, and no value of the request', async () => {
  const partner = await api.partner();
  const url = `http://localhost:${portOf(receiver)}/hook`;
  dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url, events: ['subscriber.created'] })));
  // Without the setting nothing is recorded.
  await startTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_SERVICE_NAME: 'demarc',
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  await startTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token',
    OTEL_SERVICE_NAME: 'demarc-test',
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  const correlationId = randomUUID();
  const person = bodies.subscriber({ lastName: 'Canary' });
  const created = await partner.post('/v1/subscribers', person, {
    headers: { 'x-correlation-id': correlationId },
  });
  dataOf(created);
  const { providerId } = partner;
  await measured('deliveries-due', () => drainDeliveries({ providerId }));
  await delivered;
  await expect
    .poll(async () => (await api.sql`select 1 from delivery where status = 'PENDING'`).length)
    .toBe(0);
  await stopTracing();

  expect(got.length).toBeGreaterThan(0);
  expect(got[0]).toMatchObject({ authorization: 'Bearer token', path: '/v1/traces' });
  expect(got[0]?.text).toContain('demarc-test');
  expect(got.map(({ text }) => text).join()).not.toMatch(new RegExp(`Canary|${person.email}`));

  const trace = spans().filter(({ traceId }) => traceId === correlationId.replaceAll('-', ''));
  const named = (name: string | RegExp) =>
    trace.find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  const chain = ['POST /v1/subscribers', 'subscriber.create', 'transaction', 'createSubscriber'].map(named);
  expect(chain.map((span) => span?.name)).not.toContain(undefined);
  for (const [i, span] of chain.entries())
    expect(span?.parentSpanId).toBe(i === 0 ? undefined : chain[i - 1]?.spanId);
  // Work at once sends its statement after the verb, so the statement belongs to the span around the verb.
  const statement = trace.find(({ attributes }) =>
    /insert into \W+subscriber/.test(JSON.stringify(attributes)),
  );
  expect(statement?.parentSpanId).toBe(chain[2]?.spanId);
  const delivery = named('deliver subscriber.created');
  expect(delivery?.attributes).toContainEqual({
    key: 'demarc.correlation_id',
    value: { stringValue: correlationId },
  });
  // The job has a trace of its own, for it sends the deliveries of many requests.
  const job = spans().find(({ name }) => name === 'job deliveries-due');
  expect(delivery?.links).toEqual([expect.objectContaining({ traceId: job?.traceId })]);
  for (const { startTimeUnixNano, endTimeUnixNano } of trace)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  expect(named('POST /v1/subscribers')?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '201' },
  });
});
