import { randomBytes } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { WebhookEvent } from '../events.ts';
import { signWebhook } from '../webhooks.ts';

/** How long an attempt may take, as on the server. */
const ATTEMPT_MS = 10_000;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The version of the envelope that lacks `data.changedFields`. */
export const OLDER_VERSION = '2025-06-01';
export const NEWEST_VERSION = '2026-01-15';

/** What came of an attempt: the status of the answer, or why there is none. */
export type Attempt = { status?: number; error?: string; ms: number };

export function isAccepted({ status }: Attempt): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** The body of a delivery: the envelope as the server sends it. */
export function bodyOf(event: WebhookEvent, apiVersion: string): string {
  if (apiVersion === NEWEST_VERSION) return JSON.stringify(event);
  const { data, ...envelope } = event;
  const { changedFields: _, ...older } = data;
  return JSON.stringify({ ...envelope, apiVersion, data: older });
}

/** Sends deliveries to a receiver on this machine, with the headers of the server. */
export function createForwarder(target: URL, secret: string) {
  const isHttps = target.protocol === 'https:';
  const send = isHttps ? httpsRequest : httpRequest;
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });

  /** @param attempt from 1 */
  async function deliver(event: WebhookEvent, body: string, attempt: number): Promise<Attempt> {
    const signed = await signWebhook(body, secret);
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Event-Type': event.type,
      'X-Service-Event-Id': event.id,
      'User-Agent': 'Demarc-Webhooks/1',
      'X-Service-Signature': signed['X-Service-Signature'],
      'X-Service-Timestamp': signed['X-Service-Timestamp'],
      'X-Service-Delivery-Id': attemptId(),
      'X-Service-Delivery-Attempt': String(attempt),
      'Content-Length': Buffer.byteLength(body),
    };
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    return new Promise((resolve) => {
      const failed = (error: NodeJS.ErrnoException) =>
        resolve({ error: error.code ?? error.message, ms: elapsed() });
      const signal = AbortSignal.timeout(ATTEMPT_MS);
      const outgoing = send(target, { method: 'POST', headers, agent, signal }, (response) => {
        response.on('error', failed);
        response.on('end', () => resolve({ status: response.statusCode, ms: elapsed() }));
        response.resume();
      });
      outgoing.on('error', (error) =>
        failed(signal.aborted ? new Error('no complete answer within 10 s') : error),
      );
      outgoing.end(body);
    });
  }

  return { deliver, close: () => agent.destroy() };
}

/** The form of the server's ids of attempts. */
function attemptId(): string {
  return `att_${Array.from(randomBytes(26), (byte) => ALPHABET[byte % 32]).join('')}`;
}

/** A secret in the form of the server's. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
