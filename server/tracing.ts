import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { realMicroseconds } from './clock.ts';
import { type Env, env } from './env.ts';
import { log } from './log.ts';
import type { Span, SpanSink, SpanValue } from './span.ts';

/** OpenTelemetry's kinds of spans, by their numbers in OTLP. */
const kinds = { internal: 1, server: 2, client: 3 } as const;

type SpanOptions = {
  kind?: keyof typeof kinds;
  /** Work with a correlation id belongs to its trace, in whatever process and job it runs. */
  correlationId?: string | undefined;
  attributes?: Record<string, SpanValue>;
};

/** The span in which the present code runs; null in a trace that is not sampled. */
const current = new AsyncLocalStorage<Span | null>();
let sink: SpanSink | undefined;
/** The share of the traces that are recorded. */
let ratio = 1;

/** Whether traces are recorded. Without, the functions of this file do nothing but their work. */
export function isTracing(): boolean {
  return sink !== undefined;
}

type Settings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** Starts to record traces if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. The exporter is loaded only then. */
export async function startTracing(settings: Settings = env): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (!endpoint) return;
  const { createOtlpExporter } = await import('./otlp-exporter.ts');
  ratio = settings.OTEL_TRACES_SAMPLER_ARG;
  sink = createOtlpExporter({ endpoint, headers, service: settings.OTEL_SERVICE_NAME });
  log.info({ endpoint, ratio }, 'traces are exported');
}

/** Sends the spans that wait, and records no more. */
export async function stopTracing(): Promise<void> {
  const closing = sink;
  sink = undefined;
  await closing?.close();
}

/** Does `work` in a span. It ends with the promise of `work`. */
export function traced<T>(name: string, options: SpanOptions, work: () => T): T {
  if (!sink) return work();
  const span = begin(name, options);
  return current.run(span, () => {
    let result: T;
    try {
      result = work();
    } catch (error) {
      end(span, error);
      throw error;
    }
    if (result instanceof Promise) {
      result.then(
        () => end(span),
        (error: unknown) => end(span, error),
      );
    } else end(span);
    return result;
  });
}

/** Answers a request in the first span of its trace, which ends when the answer is sent. */
export function traceRequest(
  req: IncomingMessage,
  res: ServerResponse,
  correlationId: string,
  answer: () => void,
): void {
  if (!sink) {
    answer();
    return;
  }
  const attributes = { 'http.request.method': req.method };
  const span = begin(`${req.method}`, { kind: 'server', correlationId, attributes });
  res.once('close', () => {
    if (!span) return;
    span.attributes['http.response.status_code'] = res.statusCode;
    end(span, res.statusCode >= 500 ? new Error(`status ${res.statusCode}`) : undefined);
  });
  current.run(span, answer);
}

/** Names the span of a request by its route: the path itself may contain ids. */
export function nameRequestSpan(method: string, route: string): void {
  const span = sink && current.getStore();
  if (!span || span.kind !== kinds.server) return;
  span.name = `${method} ${route}`;
  span.attributes['http.route'] = route;
}

/** The part of a query of the driver that tracing uses: it is sent when it is awaited. */
type Query = Promise<unknown>;

/** Records a statement of the database from when it is sent. Its text has no values. */
export function traceStatement<Q extends Query>(query: Q, text: string): Q {
  const parent = sink && current.getStore();
  // Statements outside of any request or job are the process's own.
  if (!parent) return query;
  const send = query.then;
  let isSent = false;
  // The property is on this query alone.
  // biome-ignore lint/suspicious/noThenProperty: a query is sent by its `then`
  query.then = ((...handlers: Parameters<typeof send>) => {
    if (!isSent) {
      isSent = true;
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
      const span = current.run(parent, () => begin(nameOf(text), { kind: 'client', attributes }));
      send.call(
        query,
        () => end(span),
        (error: unknown) => end(span, error),
      );
    }
    return send.apply(query, handlers);
  }) as typeof send;
  return query;
}

/** `INSERT event`, for instance: the first verb of the statement, and the first table. */
function nameOf(text: string): string {
  const [, verb = 'statement'] = /\b(select|insert|update|delete|set|begin|commit)\b/i.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(text) ?? [];
  return `${verb.toUpperCase()} ${table}`.trim();
}

function begin(
  name: string,
  { kind = 'internal', correlationId, attributes = {} }: SpanOptions,
): Span | null {
  const parent = current.getStore();
  const traceId = correlationId
    ? traceOf(correlationId)
    : (parent?.traceId ?? randomBytes(16).toString('hex'));
  const isWithin = parent?.traceId === traceId;
  // A part of a trace is not sampled if its beginning is not.
  if (!isWithin && !isSampled(traceId)) return null;
  if (parent === null && !correlationId) return null;
  return {
    ...{ traceId, name, kind: kinds[kind], start: realMicroseconds(), end: 0 },
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: isWithin ? parent.spanId : undefined,
    attributes: { ...attributes, ...(correlationId && { 'demarc.correlation_id': correlationId }) },
    link: parent && !isWithin ? { traceId: parent.traceId, spanId: parent.spanId } : undefined,
  };
}

function end(span: Span | null, error?: unknown): void {
  if (!span) return;
  span.end = realMicroseconds();
  // The message of an error may have a value of a request.
  if (error !== undefined) span.failure = error instanceof Error ? error.name : 'error';
  sink?.add(span);
}

/** The trace of a correlation id, which is a UUID: its 128 bits. */
function traceOf(correlationId: string): string {
  return correlationId.replaceAll('-', '').toLowerCase();
}

/** By the trace id, so that all processes decide the same. */
function isSampled(traceId: string): boolean {
  return ratio >= 1 || Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < ratio;
}
