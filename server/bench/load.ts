import autocannon from 'autocannon';
import type { NewSubscriber } from './bare-server.ts';

/** One stretch of load on one server. */
export type LoadJob = {
  url: string;
  seconds: number;
  connections: number;
  headers: Record<string, string>;
  /** For a POST of subscribers: the number of the first, each further one counts on from there. */
  postFrom?: number;
};

export type LoadResult = {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
};

/** A customer nobody has seen before: `n` makes e-mail and phone unique, below 100 million. */
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

function run({ url, seconds, connections, headers, postFrom }: LoadJob): Promise<LoadResult> {
  let next = postFrom ?? 0;
  const posting = {
    method: 'POST',
    setupRequest: (request: object) => {
      const n = next++;
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
        latencies.sort((a, b) => a - b);
        const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
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

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
