import type { DryRun } from '../contract/envelope.ts';
import type { IfMatch } from '../domain/audit/require-match.ts';
import type { Preview } from '../work/dry-run.ts';
import type { Idempotency } from '../work/idempotency-key.ts';
import type { Caller, WriteScope } from '../work/scope.ts';

/** The caller and origin of a request, as its transport determined them. */
export type ApiContext = {
  providerId: string;
  livemode: boolean;
  /** How far the test clock is ahead of real time, in ms. */
  clockOffsetMs: number;
  caller: Caller;
  correlationId: string;
  /** The client's address, if the transport has it. */
  address?: string;
  /** Calls `then` when the client has closed the connection. */
  whenGone?: (then: () => void) => void;
  /**
   * Checks the caller once more where the last check is older than a second. For requests that take long.
   * @throws UNAUTHORIZED, FORBIDDEN
   */
  checkAgain?: () => Promise<void>;
  /** The staff session, for requests of the portal. */
  staff?: { sessionId: string; userId: string; email?: string };
  /** Set for a request with an `Idempotency-Key`: its answer is stored with its effect. Contract: Idempotency. */
  idempotency?: Idempotency;
  /** Set where the answer may be one resource: its entity tag, once it is read or written. Contract: Versions of a resource. */
  tag?: { value?: string };
  /** Set for a write with `If-Match`. */
  ifMatch?: IfMatch;
  /** Set for a dry run: the request is rolled back, and its events are collected here. Contract: Dry run. */
  dryRun?: DryRun;
  /** Set when the dry run is a preview of the portal. */
  preview?: Preview;
  /** Set where the transport does not write an answer as it is. */
  answerAs?: (data: unknown) => Promise<unknown>;
  /** Set for an export: a replica may answer its reads. */
  mayBeStale?: true;
  /** Set for a row of a job: it takes no slot, because its queue limits how many run. */
  isBackground?: true;
  /** Set for a row of a job: records its outcome in the transaction of its effect. */
  recordOutcome?: (scope: WriteScope, result: object) => Promise<void>;
};
