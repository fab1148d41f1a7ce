import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { Refusal } from '../contract/errors.ts';
import { privateHeaders } from '../http/page.ts';
import { ownerOf } from '../networks.ts';

/** A limit of requests, by a key. */
export type Limit = {
  take(key: string): Taken | Promise<Taken>;
};
type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

/** `page`: requests of one link. `failed`: unknown links from one address. */
export type LinkLimits = { page: Limit; failed: Limit };

/**
 * Takes one request from a limit.
 * @returns false after too many, which are answered with 429
 */
export async function mayPass(limit: Limit, key: string, res: ServerResponse): Promise<boolean> {
  const taken = await limit.take(key);
  if (!taken.ok) {
    res.writeHead(429, { 'retry-after': String(taken.retryAfterSeconds), ...privateHeaders }).end();
  }
  return taken.ok;
}

/**
 * Answers a request at an unknown address, or a report without a proof: with 429 after too many from one sender. Each takes a connection to
 * the database, and needs no credential. Contract: Rate limits.
 * @param failed counts them
 * @param answer sends the usual answer
 */
export async function refuseUnknown(
  req: IncomingMessage,
  res: ServerResponse,
  failed: Limit,
  answer: () => unknown,
): Promise<void> {
  if (await mayPass(failed, ownerOf(clientAddress(req)), res)) answer();
}

/** How the failure of a report is answered. After any status but 4xx the gateway sends it again. */
export function failureOf(error: unknown): { status: number; headers: Record<string, string> } {
  if (!(error instanceof Refusal) || error.key === 'INTERNAL_ERROR') return { status: 500, headers: {} };
  return { status: error.status, headers: error.headers };
}

/** The status of a page that failed, whose headers it sets: a 503 says when to try again. */
export function failedStatus(error: unknown, res: ServerResponse): number {
  const { status, headers } = failureOf(error);
  if (!res.headersSent) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  return status;
}
