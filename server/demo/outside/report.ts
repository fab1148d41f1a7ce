import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { SECOND_MS } from '../../clock.ts';
import type { Outside } from './api.ts';

/** A report of an external system: where Demarc takes it, and what it says. */
export type Report = { path: string; headers?: Record<string, string>; body: string };

/**
 * Sends a report to Demarc, over real HTTP to the address that gateways and other systems use.
 * @returns whether Demarc took it
 */
export async function send({ origin, log }: Outside, { path, headers, body }: Report): Promise<boolean> {
  const { statusCode, body: answer } = await request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(10 * SECOND_MS),
  });
  const text = await answer.text();
  const isTaken = statusCode < 300;
  if (!isTaken)
    log.warn(
      { path: path.split('/', 3).join('/'), statusCode, answer: text },
      'a report of the demo was refused',
    );
  return isTaken;
}

/** Does something later, as an external system does. A failure is logged; the end of the process does not wait for it. */
export function later(outside: Outside, ms: number, act: () => Promise<unknown>): void {
  sleep(ms, undefined, { ref: false })
    .then(act)
    .catch((err: unknown) => outside.log.warn({ err }, 'a stand-in of the demo failed'));
}

/** The part of an address of Demarc after its origin. */
export function pathOf(url: unknown): string {
  const { pathname, search } = new URL(String(url));
  return pathname + search;
}
