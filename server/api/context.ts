import type { DryRun } from '../contract/envelope.ts';
import type { Caller } from '../db/scope.ts';

/** The caller and origin of a request, as its transport determined them. */
export type ApiContext = {
  providerId: string;
  livemode: boolean;
  /** How far the test clock is ahead of real time, in ms. */
  clockOffsetMs: number;
  caller: Caller;
  correlationId: string;
  /** The client's address, if the transport knows it. */
  address?: string;
  /** The staff session, for requests of the portal. */
  staff?: { sessionId: string; userId: string; email?: string };
  /** Set for a request with an `Idempotency-Key`: its answer is stored with its effect. Contract: Idempotency. */
  idempotency?: Idempotency;
  /** Set for a dry run: the request is rolled back, and its events are collected here. Contract: Dry run. */
  dryRun?: DryRun;
};

export type Idempotency = {
  key: string;
  /** SHA-256 over method, path, query and canonical body. */
  fingerprint: string;
  /** The HTTP status of success. */
  status: number;
  /** The answer's body, once it is rendered or found. */
  answer?: Answer;
};

export type Answer = { status: number; body: string; correlationId: string; replayed: boolean };
