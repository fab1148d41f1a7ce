import type { EventType } from '../contract/event-catalogue.ts';
import { seesSecrets } from '../contract/masked.ts';
import type { AuditAction, AuditSubjectType } from '../contract/portal/audit-actions.ts';
import type { DueWorkName } from '../contract/portal/due-work-names.ts';
import type { Role } from '../contract/roles.ts';
import type { Db, Tx } from '../db/client.ts';
import type { WakeName } from './wake-names.ts';

/** The caller of a unit of work. Every transport and job creates one. */
export type Caller =
  | {
      type: 'staff';
      id: string;
      name: string;
      email: string;
      role: Role;
      /** Whether the organisation lets `support` collect payments. */
      supportCollects?: boolean;
      /** Whether the organisation shows revenue to `support`. */
      supportSeesRevenue?: boolean;
    }
  | { type: 'credential'; id: string; name: string }
  | { type: 'integration'; id: string; name: string }
  | { type: 'system'; name: string };

/** The tenant and the circumstances of one unit of work: all that domain code sees of a request or a job. */
export type Scope = {
  providerId: string;
  livemode: boolean;
  caller: Caller;
  /** Of the request; its audit entries and events have it too. */
  correlationId: string;
  /** The provider's time: one instant for the whole transaction. */
  now: Date;
  db: Db | Tx;
};

/** Whether a caller sees the secrets of the partner in clear. Credentials act as `admin`. Contract: Accounts. */
export function mayReadSecrets(caller: Caller): boolean {
  return caller.type !== 'staff' || seesSecrets(caller.role);
}

/** The events, audit entries and wake-ups of a transaction, which are written in bulk before it commits. */
export type Outbox = {
  events: EventRow[];
  audit: AuditRow[];
  wakes: Set<WakeName>;
  /**
   * Invoices that are written with their numbers, right before the commit. Absent where the transaction may read them before.
   */
  lateInvoices?: LateInvoice[];
  /** Work that runs once, right before the commit. */
  beforeCommit: Set<(scope: WriteScope) => Promise<void>>;
  /** The audit entries of due work, by root resource; absent for other work. */
  due?: { name: DueWorkName; entries: Map<string, DueEntry> };
  /** The answer of the request, stored with its `Idempotency-Key`. */
  answer?: AnswerRow;
  /** The inserts that wait for the first read or for the end of the work. Absent in an open transaction. */
  collected?: Collected;
};

/** An insert whose rows are not read back. A condition can follow its text. */
export type Insert = { text: string; params: unknown[] };

type Collected = {
  inserts: Insert[];
  /** The error to throw when the inserts fail. */
  errorFor?: (failure: unknown) => unknown;
  /** Opens the transaction, which sends them. */
  send: () => Promise<unknown>;
};

/** What orders the late invoices. A row has the other columns too. */
type LateInvoice = { id: string; issuedAt: Date };

/** The outbox of a new unit of work. */
export function emptyOutbox(): Outbox {
  return { events: [], audit: [], wakes: new Set(), beforeCommit: new Set() };
}

type EventRow = { id: string; type: EventType; resourceId: string; body: string; occurredAt: Date };

type AuditRow = {
  id: string;
  action: AuditAction;
  resourceType: AuditSubjectType;
  resourceId: string;
  changes: string;
  /** Ids by action, as JSON text. Null where `changes` has the values. */
  affected: string | null;
  at: Date;
};

/** What due work did to one root resource: the ids of the created and changed rows, by action. */
export type DueEntry = {
  type: AuditSubjectType;
  id: string;
  at: Date;
  affected: Partial<Record<AuditAction, string[]>>;
};

type AnswerRow = {
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  resourceId: string | null;
};

/** A scope inside a transaction: it can write. */
export type WriteScope = Scope & { db: Tx; outbox: Outbox };
