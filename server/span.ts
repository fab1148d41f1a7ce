export type SpanValue = string | number | boolean | undefined;

/** One step of the work on a request, as OpenTelemetry describes it. Times are microseconds of real time. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  /** The number in OTLP. */
  kind: number;
  start: number;
  end: number;
  attributes: Record<string, SpanValue>;
  /** The name of the error that ended it. */
  failure?: string;
  /** The span of another trace that led to this one. */
  link?: { traceId: string; spanId: string } | undefined;
};

/** Where ended spans go. */
export type SpanSink = { add(span: Span): void; close(): Promise<void> };
