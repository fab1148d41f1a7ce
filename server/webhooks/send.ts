import { Agent, type Dispatcher } from 'undici';
import { monotonicMs } from '../clock.ts';
import type { AttemptError } from '../contract/enums.ts';
import { guardedConnector } from './connect.ts';

/** How long a whole attempt may take, in ms. Contract: Outbound deliveries. */
export const ATTEMPT_MS = 10_000;

/** How much of a response body is kept, in bytes. */
const EXCERPT_BYTES = 1024;

/** How much of it is read, in bytes. A longer body counts as complete. */
const READ_BYTES = 64 * 1024;

/** A request. Its headers are names and values in turn. */
type Outgoing = { url: string; headers: string[]; body: string; livemode: boolean };

/** The result of an attempt. */
export type AttemptOutcome = {
  responseStatus: number | null;
  latencyMs: number;
  responseExcerpt: string | null;
  error: AttemptError | null;
};

export type Sender = { send(outgoing: Outgoing): Promise<AttemptOutcome>; close(): Promise<void> };

/** Whether the endpoint accepted the delivery: a complete response in time with a 2xx status. Contract: Outbound deliveries. */
export function isDelivered({ responseStatus, error }: AttemptOutcome): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/**
 * Sends deliveries over keep-alive connections. Redirects are not followed.
 * @param attemptMs how long a whole attempt may take, in ms
 */
export function createSender(attemptMs = ATTEMPT_MS): Sender {
  const agentFor = (livemode: boolean) =>
    new Agent({ connect: guardedConnector(livemode, attemptMs), headersTimeout: 0, bodyTimeout: 0 });
  const agents = { live: agentFor(true), sandbox: agentFor(false) };
  return {
    send: ({ url, headers, body, livemode }) =>
      new Promise((resolve) => {
        const exchange = new Exchange(attemptMs, resolve);
        try {
          const { origin, pathname, search } = new URL(url);
          const request = { origin, path: `${pathname}${search}`, method: 'POST', headers, body } as const;
          (livemode ? agents.live : agents.sandbox).dispatch(request, exchange);
        } catch (thrown) {
          exchange.end(errorOf(thrown));
        }
      }),
    async close() {
      await Promise.all([agents.live.destroy(), agents.sandbox.destroy()]);
    },
  };
}

/**
 * One request and its response. undici's `request` would add a stream, a signal and several promises, which cost as much CPU time
 * as the request itself.
 */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly started = monotonicMs();
  private readonly timer: NodeJS.Timeout;
  private readonly resolve: (outcome: AttemptOutcome) => void;
  private controller: Dispatcher.DispatchController | null = null;
  private responseStatus: number | null = null;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private hasEnded = false;

  constructor(attemptMs: number, resolve: (outcome: AttemptOutcome) => void) {
    this.resolve = resolve;
    this.timer = setTimeout(() => this.end('TIMEOUT'), attemptMs);
  }

  /** Ends the attempt. Where the response is not complete, its connection is closed. */
  end(error: AttemptError | null): void {
    if (this.hasEnded) return;
    const outcome = this.outcome(error);
    this.controller?.abort(ENDED);
    this.resolve(outcome);
  }

  private outcome(error: AttemptError | null): AttemptOutcome {
    this.hasEnded = true;
    clearTimeout(this.timer);
    const { responseStatus } = this;
    return {
      responseStatus,
      latencyMs: Math.round(monotonicMs() - this.started),
      responseExcerpt: responseStatus === null ? null : this.excerpt(),
      error,
    };
  }

  /** PostgreSQL stores no NUL in text. */
  private excerpt(): string {
    const bytes = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    return bytes.subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The attempt ended while it waited for a connection.
    if (this.hasEnded) controller.abort(ENDED);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.responseStatus = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.hasEnded) return;
    if (this.bytes < EXCERPT_BYTES) this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= READ_BYTES) this.end(null);
  }

  /** undici takes its connection back in the next turn of the event loop. An attempt that begins before opens another one. */
  onResponseEnd(): void {
    this.controller = null;
    if (this.hasEnded) return;
    const outcome = this.outcome(null);
    queueMicrotask(() => setImmediate(this.resolve, outcome));
  }

  /** Also where the connection breaks within the body: the endpoint may not have processed what it answered. */
  onResponseError(_: Dispatcher.DispatchController, thrown: Error): void {
    this.controller = null;
    this.end(errorOf(thrown));
  }
}

/** Closes a connection whose response is not read to its end. */
const ENDED = new Error('the attempt has ended');

const errorsByCode: Record<string, AttemptError> = {
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  DNS_FAILURE: 'DNS_FAILURE',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  UND_ERR_SOCKET: 'CONNECTION_RESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'CONNECTION_RESET',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  ETIMEDOUT: 'TIMEOUT',
  EPROTO: 'TLS_FAILURE',
};

function errorOf(thrown: unknown): AttemptError {
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code);
  return errorsByCode[code] ?? (isTls ? 'TLS_FAILURE' : 'CONNECTION_FAILED');
}
