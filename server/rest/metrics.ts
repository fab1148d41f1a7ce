import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { PlainAnswer } from '../health.ts';

/** How one run of a job ended: nothing more due, more due, or an error. */
export type DrainOutcome = 'done' | 'more' | 'failed';

export type Metrics = {
  /**
   * Counts one answer.
   * @param route the path's template (`/v1/plans/{id}`), never the path itself: each value is a series of its own
   */
  answered(method: string, route: string, status: number, durationMs: number): void;
  /** Counts one run of a job. */
  drained(job: string, outcome: DrainOutcome): void;
  /** `GET /metrics`: everything in Prometheus's text format. */
  scrape(): Promise<PlainAnswer>;
};

/** The route of a request that matched none. */
export const UNMATCHED = 'unmatched';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry of its own, with the process's memory, CPU, event loop and garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'demarc_http_request_duration_seconds',
    help: 'Answers by route, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const drains = new Counter({
    name: 'demarc_jobs_drained_total',
    help: 'Runs of jobs by how they ended.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  return {
    answered: (method, route, status, durationMs) =>
      duration.observe({ method, route, status }, durationMs / 1_000),
    drained: (job, outcome) => drains.inc({ job, outcome }),
    scrape: async () => ({
      status: 200,
      contentType: registry.contentType,
      body: await registry.metrics(),
    }),
  };
}

/** The metrics of this process. */
export const metrics: Metrics = createMetrics();
