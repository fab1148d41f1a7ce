import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { PlainAnswer } from '../health.ts';

/** The result of one run of a job: no more due work, more due work, or an error. */
type DrainOutcome = 'done' | 'more' | 'failed';

type Metrics = {
  /**
   * Counts one answer.
   * @param route the path template (`/v1/plans/{id}`), never the path itself: each value is a time series
   */
  answered(method: string, route: string, status: number, durationMs: number): void;
  /** Counts one run of a job. */
  drained(job: string, outcome: DrainOutcome): void;
  /** Counts calls of the API that are missing in its log. */
  requestsDropped(n: number): void;
  /** `GET /metrics`: all metrics in Prometheus's text format. */
  scrape(): Promise<PlainAnswer>;
};

/** The route label of a request that matched no route. */
export const UNMATCHED = 'unmatched';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry with the metrics of the process: memory, CPU, event loop and garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'demarc_http_request_duration_seconds',
    help: 'Duration of answers by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const drains = new Counter({
    name: 'demarc_jobs_drained_total',
    help: 'Runs of jobs by result.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'demarc_api_requests_dropped_total',
    help: 'API requests that are missing in the request log.',
    registers: [registry],
  });
  return {
    answered: (method, route, status, durationMs) =>
      duration.observe({ method, route, status }, durationMs / 1_000),
    drained: (job, outcome) => drains.inc({ job, outcome }),
    requestsDropped: (n) => dropped.inc(n),
    scrape: async () => ({
      status: 200,
      contentType: registry.contentType,
      body: await registry.metrics(),
    }),
  };
}

/** The metrics of this process. */
export const metrics: Metrics = createMetrics();
