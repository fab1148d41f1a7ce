import { hostname } from 'node:os';
import { SECOND_MS } from './clock.ts';
import { log } from './log.ts';
import type { Span, SpanSink } from './span.ts';

type OtlpTarget = {
  /** The address of a collector, without `/v1/traces`. */
  endpoint: string;
  /** `name=value,name=value`, percent-encoded, as OpenTelemetry defines it. */
  headers: string | undefined;
  service: string;
};

const FLUSH_MS = 5 * SECOND_MS;
const BATCH = 512;
/** Spans that wait at most. Further ones are dropped. */
const MAX_WAITING = 4_096;
const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Sends spans to an OpenTelemetry collector: OTLP over HTTP in JSON, in batches. Spans are dropped while the collector is away,
 * because work must not wait for them.
 */
export function createOtlpExporter({ endpoint, headers, service }: OtlpTarget): SpanSink {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const attributes = attributesOf({
    'service.name': service,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'process.pid': process.pid,
  });
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  async function send(spans: Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'demarc' }, spans: spans.map(toOtlp) }];
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(headers) },
        body: JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      isFailing = false;
    } catch (err) {
      // Logged once per outage.
      if (!isFailing) log.warn({ err }, 'traces could not be exported');
      isFailing = true;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await send(batch);
    }
  }

  function start(): Promise<void> {
    sending ??= flush().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(span);
      if (waiting.length >= BATCH) void start();
      else timer ??= setTimeout(() => void start(), FLUSH_MS).unref();
    },
    close: async () => {
      await start();
      await start();
    },
  };
}

function toOtlp({ start, end, attributes, failure, link, ...span }: Span): object {
  return {
    ...span,
    startTimeUnixNano: `${start}000`,
    endTimeUnixNano: `${end}000`,
    attributes: attributesOf(attributes),
    ...(link && { links: [link] }),
    status: failure === undefined ? {} : { code: 2, message: failure },
  };
}

function attributesOf(values: Span['attributes']): object[] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([key, value]) => {
    if (typeof value === 'number') return { key, value: { intValue: `${Math.round(value)}` } };
    return { key, value: typeof value === 'boolean' ? { boolValue: value } : { stringValue: value } };
  });
}

function headersOf(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name, ...value]) => (name ? [[name, decodeURIComponent(value.join('='))]] : [])),
  );
}
