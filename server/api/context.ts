import type { DryRun } from '../contract/envelope.ts';
import type { Caller } from '../db/scope.ts';

/** Who calls and where from, as the face that took the request found out. */
export type ApiContext = {
  providerId: string;
  livemode: boolean;
  /** The test clock's lead over real time, in ms. */
  clockOffsetMs: number;
  caller: Caller;
  correlationId: string;
  /** The client's address, where the face that took the request knows it. */
  address?: string;
  /** The signed-in person's session, on the portal's face. */
  staff?: { sessionId: string; userId: string; email?: string };
  /** Set when the request may be sent again: its answer is kept with its effect. */
  idempotency?: Idempotency;
  /** Set when the request runs dry: it is rolled back, and this says what it would have announced. Contract: Dry run. */
  dryRun?: DryRun;
};

export type Idempotency = {
  key: string;
  /** SHA-256 over method, path, query and canonical body. */
  fingerprint: string;
  /** The HTTP status of success. */
  status: number;
  /** The answer's bytes, once they are rendered or found. */
  answer?: Answer;
};

export type Answer = { status: number; body: string; correlationId: string; replayed: boolean };
