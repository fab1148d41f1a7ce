import { createHmac } from 'node:crypto';
import autocannon from 'autocannon';
import { answer } from './answer.ts';
import type { NewSubscriber } from './bare-run.ts';
import { percentile } from './measure.ts';

/** A period of load on one server. */
export type LoadJob = {
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** For a POST: the number of the first body. Later bodies have the next numbers. */
  postFrom?: number;
  /** Posts events of a thousand services, signed with this secret, instead of subscribers. */
  secret?: string;
};

export type LoadResult = {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
};

/** A new customer: `n` makes email and phone unique, below 100 million. */
function newSubscriber(n: number): NewSubscriber {
  return {
    firstName: 'Ada',
    lastName: `Wanjiru ${n}`,
    email: `ada.wanjiru.${n}@example.com`,
    phone: `+2541${String(n).padStart(8, '0')}`,
    street: 'Moi Avenue 12',
    city: 'Nairobi',
    country: 'KE',
  };
}

/** A new edit of one of a thousand services, as an external system sends it. */
function newEvent(n: number, secret: string) {
  const data = { serviceId: String(n % 1_000), tariffId: '12', status: 'active', revision: n };
  const customer = { externalId: String(n % 1_000), firstName: 'Ada', lastName: 'Wanjiru' };
  const body = JSON.stringify({ event: 'service.updated', data: { ...data, customer } });
  return { body, signature: createHmac('sha256', secret).update(body).digest('hex') };
}

function run({ url, seconds, connections, headers, postFrom, secret }: LoadJob): Promise<LoadResult> {
  let next = postFrom ?? 0;
  const posting = {
    method: 'POST',
    setupRequest: (request: object) => {
      const n = next++;
      if (secret !== undefined) {
        const { body, signature } = newEvent(n, secret);
        const signed = { 'content-type': 'application/json', 'x-webhook-signature': signature };
        return { ...request, headers: { ...headers, ...signed }, body };
      }
      return {
        ...request,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `bench-${n}` },
        body: JSON.stringify(newSubscriber(n)),
      };
    },
  };
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let first = 0;
    let last = 0;
    const options = { url, connections, duration: seconds, headers };
    const load = autocannon(
      postFrom === undefined ? options : { ...options, requests: [posting] },
      (error, result) => {
        if (error) return reject(error);
        const failed = result.errors + result.timeouts + result.non2xx;
        if (failed > 0) return reject(new Error(`${failed} requests to ${url} failed`));
        const at = (share: number) => percentile(latencies, share);
        const requests = latencies.length;
        const perSecond = ((requests - 1) * 1_000) / (last - first);
        resolve({ requests, perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99) });
      },
    );
    load.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      last = performance.now();
      first ||= last;
      latencies.push(ms);
    });
  });
}

answer(run);
