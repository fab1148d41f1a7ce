import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import type { Language } from '../contract/enums.ts';
import { Refusal } from '../contract/errors.ts';
import { privateHeaders, sendPage } from '../http/page.ts';
import { ownerOf } from '../networks.ts';
import { customerTexts } from './customer-texts.ts';

/** A limit of requests, by a key. */
export type Limit = {
  take(key: string): Taken | Promise<Taken>;
};
type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

/** `page`: requests of one link. `failed`: unknown links from one address. */
export type LinkLimits = { page: Limit; failed: Limit };

/**
 * Takes one request from a limit.
 * @param language that of the page which says so to a person; none for a gateway
 * @returns false after too many, which are answered with 429
 */
export async function mayPass(
  limit: Limit,
  key: string,
  res: ServerResponse,
  language?: Language,
): Promise<boolean> {
  const taken = await limit.take(key);
  if (taken.ok) return true;
  res.setHeader('retry-after', String(taken.retryAfterSeconds));
  if (language === undefined) res.writeHead(429, privateHeaders).end();
  else
    sendPage(res, { status: 429, tone: 'calm', lang: language, ...customerTexts[language].tooManyRequests });
  return false;
}

/**
 * Answers a request at an unknown address, or a report without a proof: with 429 after too many from one sender. Each takes a connection to
 * the database, and needs no credential. Contract: Rate limits.
 * @param failed counts them
 * @param answer sends the usual answer
 * @param language as `mayPass`
 */
export async function refuseUnknown(
  req: IncomingMessage,
  res: ServerResponse,
  failed: Limit,
  answer: () => unknown,
  language?: Language,
): Promise<void> {
  if (await mayPass(failed, ownerOf(clientAddress(req)), res, language)) answer();
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
