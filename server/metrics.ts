import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PlainAnswer } from './health.ts';
import { release } from './release.ts';

/** The result of one run of a job: no more due work, more due work, or an error. */
export type JobOutcome = 'done' | 'more' | 'failed';

/** The result of one attempt of a delivery: accepted, answered with an error, or without an answer. */
type AttemptResult = 'delivered' | 'refused' | 'unanswered';

/** One value of a figure, with its labels. */
export type Sample = { value: number; labels?: Readonly<Record<string, string>> };

/** Figures of the whole database by the name of their gauge, as `domain/backlog` reads them. */
export type Figures = { readonly [Name in keyof typeof gauges]: readonly Sample[] };

/** Figures of what the process depends on, by the name of their gauge, as `probes/surroundings.ts` reads them. */
export type Surroundings = { readonly [Name in keyof typeof surroundings]: readonly Sample[] };

/** The route label of a request that matched no route. */
export const UNMATCHED = 'unmatched';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];

/** The gauges of the whole database. Every process reports the same values, so a query takes their maximum. */
const gauges = {
  demarc_due_items: { help: 'Items of due work that no process has taken.', labelNames: ['work'] },
  demarc_due_oldest_seconds: { help: 'Age of the oldest due item; 0 without one.', labelNames: ['work'] },
  demarc_webhooks: { help: 'Webhooks by state: healthy, failing or disabled.', labelNames: ['state'] },
  demarc_gateway_refunds: {
    help: 'Refunds that a gateway has not accepted: pending, or failed for good.',
    labelNames: ['state'],
  },
  demarc_network_sessions: { help: 'RADIUS sessions that have not ended.', labelNames: [] },
  demarc_network_silence_seconds: {
    help: 'Time since the last accounting of any open session; 0 without one.',
    labelNames: [],
  },
  demarc_receipts_unmatched: { help: 'Receipts that no subscriber was found for.', labelNames: [] },
} as const;

/** The gauges of what the process depends on. */
const surroundings = {
  demarc_backup_age_seconds: { help: 'Age of the newest complete backup in BACKUP_DIR.', labelNames: [] },
  demarc_certificate_expiry_seconds: {
    help: 'When the certificate of a server ends, in seconds since 1970.',
    labelNames: ['name'],
  },
  demarc_clock_skew_seconds: { help: 'How far the clock of PostgreSQL is ahead.', labelNames: [] },
  demarc_disk_free_ratio: { help: 'Free share of the disk of a folder, 0 to 1.', labelNames: ['name'] },
  demarc_probe_failed: { help: 'Whether a figure could not be read.', labelNames: ['probe', 'name'] },
  demarc_redis_up: { help: 'Whether Redis answers.', labelNames: [] },
  demarc_replica_lag_seconds: { help: 'Time that the replica takes to catch up.', labelNames: [] },
} as const;

/**
 * The metrics of one process. No label has a value of a request or a name of a partner: each value is a time series.
 * `docs/operations/watch.md` describes them.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'demarc_build_info',
    help: 'The release of the process; always 1.',
    labelNames: ['version', 'build'],
    registers,
  }).set(release, 1);

  const requests = new Histogram({
    name: 'demarc_http_request_duration_seconds',
    help: 'Duration of answers by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const dropped = new Counter({
    name: 'demarc_api_requests_dropped_total',
    help: 'API requests that are missing in the request log.',
    registers,
  });
  const jobs = new Histogram({
    name: 'demarc_job_duration_seconds',
    help: 'Duration of the runs of jobs by result.',
    // Not `job`: Prometheus adds a label of that name.
    labelNames: ['task', 'outcome'],
    buckets: LONG_SECONDS,
    registers,
  });
  const attempts = new Histogram({
    name: 'demarc_delivery_attempt_duration_seconds',
    help: 'Duration of the attempts of deliveries by result.',
    labelNames: ['result'],
    buckets: SECONDS,
    registers,
  });
  const lag = new Histogram({
    name: 'demarc_delivery_lag_seconds',
    help: 'Time from when an attempt of a delivery is due until it is claimed.',
    buckets: LONG_SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'demarc_database_wait_seconds',
    help: 'Time from the request for a transaction until it has a connection and has begun.',
    buckets: SECONDS,
    registers,
  });
  const slotWaits = new Histogram({
    name: 'demarc_slot_wait_seconds',
    help: 'Time that a request waited for a slot before its work began.',
    buckets: SECONDS,
    registers,
  });
  const slotsInUse = new Gauge({
    name: 'demarc_slots_in_use',
    help: 'Slots that requests hold. A process has DATABASE_CONNECTIONS of them.',
    registers,
  });
  const slotsWaiting = new Gauge({
    name: 'demarc_slots_waiting',
    help: 'Requests that wait for a slot.',
    registers,
  });
  const shed = new Counter({
    name: 'demarc_requests_shed_total',
    help: 'Requests that were refused because too many waited, or after too long a wait.',
    registers,
  });
  const connections = new Gauge({
    name: 'demarc_database_connections',
    help: 'Open connections of the process to the database.',
    registers,
  });
  const rowsRead = new Counter({
    name: 'demarc_database_rows_total',
    help: 'Rows that the database has answered.',
    registers,
  });
  const bytesRead = new Counter({
    name: 'demarc_database_answer_bytes_total',
    help: 'Bytes that the database has answered.',
    registers,
  });
  const isUp = new Gauge({
    name: 'demarc_database_up',
    help: 'Whether the figures of the database could be read for this answer.',
    registers,
  });
  const messages = new Counter({
    name: 'demarc_messages_total',
    help: 'Attempts to send an email or an SMS by result.',
    labelNames: ['channel', 'result'],
    registers,
  });
  const figures = gaugesOf(gauges, registers);
  const probed = gaugesOf(surroundings, registers);

  return {
    /**
     * Counts one answer.
     * @param route the path template (`/v1/plans/{id}`) or the part of the portal, never the path itself
     */
    answered: (method: string, route: string, status: number, durationMs: number) =>
      requests.observe({ method, route, status }, durationMs / 1_000),
    /** Counts calls of the API that are missing in its log. */
    requestsDropped: (n: number) => dropped.inc(n),
    /** Counts one run of a job. */
    jobEnded: (task: string, outcome: JobOutcome, durationMs: number) =>
      jobs.observe({ task, outcome }, durationMs / 1_000),
    /** Counts one attempt of a delivery, which was claimed `lagMs` after it was due. */
    attempted: (result: AttemptResult, durationMs: number, lagMs: number) => {
      attempts.observe({ result }, durationMs / 1_000);
      lag.observe(Math.max(0, lagMs) / 1_000);
    },
    /** Counts the wait of one transaction. */
    waitedForConnection: (durationMs: number) => waits.observe(durationMs / 1_000),
    /** Counts one request that got a slot, with its wait in ms. */
    waitedForSlot: (durationMs: number) => slotWaits.observe(durationMs / 1_000),
    /** Sets how many requests hold a slot, and how many wait for one. */
    slots: (inUse: number, waiting: number) => {
      slotsInUse.set(inUse);
      slotsWaiting.set(waiting);
    },
    /** Counts requests that were refused because the process is at its capacity. */
    shed: (n: number) => shed.inc(n),
    /** Counts what the database has answered. */
    databaseAnswered: (rows: number, bytes: number) => {
      rowsRead.inc(rows);
      bytesRead.inc(bytes);
    },
    connectionOpened: () => connections.inc(),
    connectionClosed: () => connections.dec(),
    /** Replaces the figures of the database. Without figures the database counts as away, and the gauges have no value. */
    setFigures: (given: Figures | undefined) => {
      isUp.set(given ? 1 : 0);
      setAll(figures, given);
    },
    /** Replaces the figures of what the process depends on. */
    setSurroundings: (given: Surroundings | undefined) => setAll(probed, given),
    /** Counts one attempt to send a message. */
    messageAttempted: (channel: string, result: string) => messages.inc({ channel, result }),
    /** `GET /metrics`: all metrics in Prometheus's text format. */
    scrape: async (): Promise<PlainAnswer> => ({
      status: 200,
      contentType: registry.contentType,
      body: await registry.metrics(),
    }),
  };
}

type Description = { help: string; labelNames: readonly string[] };
type NamedGauge = { name: string; gauge: Gauge; hasLabels: boolean };

function gaugesOf(described: Record<string, Description>, registers: Registry[]): NamedGauge[] {
  return Object.entries(described).map(([name, { help, labelNames }]) => ({
    name,
    gauge: new Gauge({ name, help, labelNames: [...labelNames], registers }),
    hasLabels: labelNames.length > 0,
  }));
}

/** Replaces the values of gauges. Those without a sample have none. */
function setAll(all: NamedGauge[], given: Readonly<Record<string, readonly Sample[]>> | undefined): void {
  for (const { name, gauge, hasLabels } of all) {
    gauge.reset();
    const samples = given?.[name] ?? [];
    // Its reset gives a gauge without labels the value 0.
    if (samples.length === 0 && !hasLabels) gauge.remove();
    for (const { value, labels = {} } of samples) gauge.set(labels, value);
  }
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of this process. */
export const metrics = createMetrics();
