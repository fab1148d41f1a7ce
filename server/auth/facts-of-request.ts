import type { SecurityEventName } from '../contract/security-events.ts';

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
