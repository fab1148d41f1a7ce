import { Agent, request } from 'undici';
import { monotonicMs } from '../clock.ts';
import type { AttemptError } from '../contract/enums.ts';
import { guardedConnector } from './connect.ts';

/** How long a whole attempt may take, in ms. Contract: Outbound deliveries. */
export const ATTEMPT_MS = 10_000;

/** How much of a response body is read and kept, in bytes. */
const EXCERPT_BYTES = 1024;

/** A request. Its headers are names and values in turn. */
type Outgoing = { url: string; headers: string[]; body: string; livemode: boolean };

/** The result of an attempt. */
export type Outcome = {
  responseStatus: number | null;
  latencyMs: number;
  responseExcerpt: string | null;
  error: AttemptError | null;
};

export type Sender = { send(outgoing: Outgoing): Promise<Outcome>; close(): Promise<void> };

/** Whether the endpoint accepted the delivery: a complete response in time with a 2xx status. */
export function isDelivered({ responseStatus, error }: Outcome): boolean {
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

  async function send({ url, headers, body, livemode }: Outgoing): Promise<Outcome> {
    const started = monotonicMs();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), attemptMs);
    let responseStatus: number | null = null;
    let responseExcerpt: string | null = null;
    let error: AttemptError | null = null;
    try {
      const response = await request(url, {
        method: 'POST',
        headers,
        body,
        dispatcher: livemode ? agents.live : agents.sandbox,
        signal: deadline.signal,
      });
      responseStatus = response.statusCode;
      responseExcerpt = await excerptOf(response.body);
      // A response whose body is incomplete at the deadline is late.
      if (deadline.signal.aborted) error = 'TIMEOUT';
    } catch (thrown) {
      error = deadline.signal.aborted ? 'TIMEOUT' : errorOf(thrown);
    } finally {
      clearTimeout(timer);
    }
    return { responseStatus, latencyMs: Math.round(monotonicMs() - started), responseExcerpt, error };
  }

  return {
    send,
    async close() {
      await Promise.all([agents.live.destroy(), agents.sandbox.destroy()]);
    },
  };
}

type Body = AsyncIterable<Buffer> & { on(event: 'error', listener: () => void): unknown };

/** The first bytes of a body as text. If the connection breaks, the text ends there: the status is known already. */
async function excerptOf(body: Body): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection, and the body then emits an error.
  body.on('error', () => {});
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= EXCERPT_BYTES) break;
    }
  } catch {
    // The connection broke: the excerpt ends here.
  }
  // PostgreSQL stores no NUL in text.
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '');
}

const errorsByCode: Record<string, AttemptError> = {
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  DNS_FAILURE: 'DNS_FAILURE',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  UND_ERR_SOCKET: 'CONNECTION_RESET',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  ETIMEDOUT: 'TIMEOUT',
  EPROTO: 'TLS_FAILURE',
};

function errorOf(thrown: unknown): AttemptError {
  const code = String((thrown as { code?: unknown } | null)?.code ?? '');
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code);
  return errorsByCode[code] ?? (isTls ? 'TLS_FAILURE' : 'CONNECTION_FAILED');
}
