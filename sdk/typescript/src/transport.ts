import { DemarcConnectionError, DemarcError, DemarcTimeoutError, retryAfterOf } from './errors.ts';
import { delayBefore, isRetryable, type RetryClock, realClock } from './retry.ts';
import { VERSION } from './version.ts';
import { randomId } from './web-crypto.ts';

/** The settings of a client. */
export type DemarcOptions = {
  accessId: string;
  /** A secret of the server side: keep it out of web pages. */
  accessSecret: string;
  /** The address of the server, such as `https://demarc.example`. */
  baseUrl: string;
  /** How long one attempt may take, in milliseconds. 60,000 by default; advancing the test clock has 600,000. */
  timeoutMs?: number;
  /** How often a failed request is sent again. 4 by default. */
  maxRetries?: number;
  /** The `fetch` to use; the global one by default. */
  fetch?: typeof fetch;
  /** Functions for logs and metrics. */
  hooks?: Hooks;
  /** Replaces waiting and chance in tests. */
  clock?: RetryClock;
};

/** An attempt of a request. It has neither credentials nor bodies. */
export type Attempt = {
  method: string;
  /** The path from `/v1` on, with its query, which can have personal data. */
  path: string;
  /** From 1. */
  attempt: number;
};

/** Functions that the client calls on the way of a request. An error that they throw has no effect. */
export type Hooks = {
  /** Before each attempt. */
  onRequest?(attempt: Attempt): void;
  /** After each complete answer, refusals included. */
  onResponse?(
    attempt: Attempt & { status: number; durationMs: number; correlationId: string | undefined },
  ): void;
  /** Before the wait for another attempt. Either the status of the answer, or the error without one. */
  onRetry?(attempt: Attempt & { status?: number; error?: unknown; waitMs: number }): void;
};

/** What a single request can set. */
export type ReadOptions = {
  /** Cancels the request, its retries included. The promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** As in the settings of the client. */
  timeoutMs?: number;
  /** As in the settings of the client. */
  maxRetries?: number;
  /** A UUID of yours that identifies the request, on its events and audit entries too. */
  correlationId?: string;
};

export type WriteOptions = ReadOptions & {
  /** Makes the request harmless to repeat. A new UUID by default; give your own to repeat it after a restart. */
  idempotencyKey?: string;
  /**
   * The `etag` of the version that you have read. If the resource has changed since, the request is a `DemarcError` with status 409 and
   * `details` of who changed what.
   */
  ifMatch?: string;
};

export type DryRunOptions = WriteOptions & {
  /** Runs the request with every check and rolls it back. The result has the events that it would emit. */
  dryRun?: boolean;
};

/** A request as the transport sends it. */
export type Outgoing = {
  method: string;
  /** The path with its ids, from `/v1` on. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  /** The body as it is sent. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the answer is a file instead of the envelope. */
  isFile?: boolean;
  options?: DryRunOptions;
};

/** Facts about an answer. */
export type ResponseInfo = {
  status: number;
  headers: Headers;
  /** Identifies the request in the request log, its events and audit entries. */
  correlationId: string;
  /** The version of the resource, for `ifMatch`. Undefined where the answer is not one resource. */
  etag: string | undefined;
  /** Whether this is the stored answer of an earlier request with the same idempotency key. */
  replayed: boolean;
  /** How often the request was sent. */
  attempts: number;
};

/** A successful answer. `body` is the envelope, or the bytes of a file. */
export type Incoming = { body: unknown; info: ResponseInfo };

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 4;

/** Sends requests: credentials, keys, time-outs and retries. */
export class Transport {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #hooks: Hooks;
  readonly #clock: RetryClock;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;

  constructor(given: DemarcOptions) {
    const { accessId, accessSecret, baseUrl, clock = realClock } = given;
    if (!accessId || !accessSecret)
      throw new TypeError(
        'Demarc needs accessId and accessSecret. The portal creates them under Developers.',
      );
    if (!/^https?:\/\/[^/]/.test(baseUrl ?? ''))
      throw new TypeError('baseUrl is the address of the server, such as https://demarc.example.');
    // `/v1` belongs to the paths. A base URL that is copied from a curl command has it too.
    this.#origin = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
    const isBrowser = 'document' in globalThis;
    this.#headers = {
      'x-access-id': accessId,
      'x-access-secret': accessSecret,
      // In a browser an own header is one more to allow across origins.
      ...(isBrowser ? {} : { 'user-agent': `demarc-sdk-typescript/${VERSION}` }),
    };
    this.#fetch = given.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#hooks = given.hooks ?? {};
    this.#clock = clock;
    this.#timeoutMs = given.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#maxRetries = given.maxRetries ?? DEFAULT_RETRIES;
  }

  /**
   * Sends a request until it has an answer that no retry changes. All attempts have the same idempotency key.
   * @throws DemarcError for a refusal or failure; DemarcConnectionError without a complete answer; the reason of the signal
   */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const { method, options = {} } = outgoing;
    const { signal, maxRetries = this.#maxRetries } = options;
    const path = outgoing.path + queryString(outgoing.query);
    const request = `${method} ${outgoing.path}`;
    const headers = await this.#headersOf(outgoing);
    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted();
      const isLast = attempts > maxRetries;
      const about: Attempt = { method, path, attempt: attempts };
      let error: unknown;
      const answer = await this.#observed(about, headers, outgoing).catch((cause: unknown) => {
        signal?.throwIfAborted();
        error = connectionError(request, attempts, cause);
        if (isLast) throw error;
        return undefined;
      });
      if (answer?.isSuccess) return incoming(answer, attempts);
      if (answer && (isLast || !isRetryable(answer))) throw new DemarcError({ ...answer, request });
      const waitMs = delayBefore(attempts, answer && retryAfterOf(answer.headers), this.#clock.random);
      call(this.#hooks.onRetry, { ...about, ...(answer ? { status: answer.status } : { error }), waitMs });
      await this.#clock.sleep(waitMs, signal);
    }
  }

  /** An attempt with its hooks. */
  async #observed(about: Attempt, headers: Record<string, string>, outgoing: Outgoing): Promise<Answer> {
    call(this.#hooks.onRequest, about);
    const started = performance.now();
    const answer = await this.#attempt(this.#origin + about.path, headers, outgoing);
    const durationMs = performance.now() - started;
    const correlationId = answer.headers.get('x-correlation-id') ?? undefined;
    call(this.#hooks.onResponse, { ...about, status: answer.status, durationMs, correlationId });
    return answer;
  }

  async #headersOf({ method, body, headers, options = {} }: Outgoing): Promise<Record<string, string>> {
    const isWrite = method !== 'GET';
    return {
      ...this.#headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isWrite ? { 'idempotency-key': options.idempotencyKey ?? (await randomId()) } : {}),
      ...(options.ifMatch ? { 'if-match': options.ifMatch } : {}),
      ...(options.dryRun ? { 'dry-run': 'true' } : {}),
      ...(options.correlationId ? { 'x-correlation-id': options.correlationId } : {}),
      ...headers,
    };
  }

  /** One attempt, the body of its answer included. */
  async #attempt(url: string, headers: Record<string, string>, outgoing: Outgoing): Promise<Answer> {
    const { method, body, isFile = false, options = {} } = outgoing;
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    const controller = new AbortController();
    const abort = () => controller.abort(options.signal?.reason);
    const timer = setTimeout(() => controller.abort(new TimedOut(timeoutMs)), timeoutMs);
    options.signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await this.#fetch(url, {
        method,
        headers,
        body,
        // A redirect would send the secret to another server.
        redirect: 'manual',
        signal: controller.signal,
      });
      return await readAnswer(response, isFile);
    } catch (thrown) {
      throw controller.signal.aborted ? controller.signal.reason : thrown;
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
    }
  }
}

/** A fault of a log must not look like a fault of the request. */
function call<T>(hook: ((about: T) => void) | undefined, about: T): void {
  try {
    hook?.(about);
  } catch {}
}

/** The reason of an attempt that took too long. */
class TimedOut extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the document types the envelope; this code passes it on
type Envelope = any;

type Answer = { status: number; headers: Headers; isSuccess: boolean; body: Envelope };

async function readAnswer(response: Response, isFile: boolean): Promise<Answer> {
  const { status, headers } = response;
  if (isFile && response.ok)
    return { status, headers, isSuccess: true, body: new Uint8Array(await response.arrayBuffer()) };
  const body = parsed(await response.text());
  // The body decides. The OpenAPI document is the one JSON answer without an envelope.
  const isSuccess = response.ok && body !== undefined && body.success !== false;
  return { status, headers, isSuccess, body };
}

function parsed(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function incoming({ status, headers, body }: Answer, attempts: number): Incoming {
  const correlationId = headers.get('x-correlation-id') ?? body.correlationId ?? '';
  const replayed = headers.get('idempotent-replayed') === 'true';
  const etag = headers.get('etag') ?? undefined;
  return { body, info: { status, headers, correlationId, etag, replayed, attempts } };
}

function connectionError(request: string, attempts: number, cause: unknown): DemarcConnectionError {
  const times = attempts === 1 ? '' : ` after ${attempts} attempts`;
  const isTimeout = cause instanceof TimedOut;
  const ErrorClass = isTimeout ? DemarcTimeoutError : DemarcConnectionError;
  return new ErrorClass(`${request}: ${isTimeout ? cause.message : causeOf(cause)}${times}`, {
    attempts,
    cause,
  });
}

/** fetch says "fetch failed"; its cause says why. */
function causeOf(thrown: unknown): string {
  const inner = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const { code, message } = (inner ?? {}) as { code?: string; message?: string };
  return code && !message?.includes(code) ? `${code} ${message ?? ''}`.trim() : (message ?? String(thrown));
}

function queryString(query: Outgoing['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  const values = given.flatMap(([name, value]) =>
    typeof value === 'object' && !(value instanceof Date)
      ? Object.entries(value as object).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
      : [[name, value instanceof Date ? value.toISOString() : String(value)]],
  );
  return `?${new URLSearchParams(values)}`;
}
