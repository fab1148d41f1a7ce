import type { SecurityEventName } from '../contract/portal/security-events.ts';

type RequestFacts = {
  /** The account of a request that names it by a link or a challenge. */
  account: string;
  /** The events of its success, where they differ from those of its path. */
  succeeded?: readonly SecurityEventName[];
  /** What the events say beyond account and address. */
  details?: Record<string, string>;
};

/** What the security log needs of a request of better-auth beyond its path and its status. */
export const factsOfRequest = new WeakMap<Request, RequestFacts>();

type Work = () => Promise<unknown>;
const workOf = new WeakMap<Request, Work>();

/**
 * Leaves the work of a request until its answer is sent, so that the time of the answer says nothing about who exists. A process
 * that is killed in between loses it, and the person asks again.
 */
export function afterAnswer({ request }: { request?: Request | undefined }, work: Work): void {
  if (request) workOf.set(request, work);
}

/** Does what `afterAnswer` left. */
export async function workAfterAnswer(request: Request): Promise<void> {
  await workOf.get(request)?.();
}
