import { beginningOf } from '../contract/masked.ts';
import type { AuditAction, AuditSubjectType, DueWorkVerb } from '../contract/portal/audit-actions.ts';
import type { DueWorkName } from '../contract/portal/due-work-names.ts';
import type { ResourceName } from '../contract/resource-names.ts';
import { newId } from './ids.ts';
import type { DueEntry, WriteScope } from './scope.ts';

export type Changes = Record<string, { before: unknown; after: unknown }>;

/** What an entry is about. A row that belongs to a subscription names it. */
type Subject = { type: AuditSubjectType; id: string; subscriptionId?: string | null };

/** The most characters of stored changes, and of each value in longer ones. A page of the trail has a hundred entries. */
const MAX_CHANGES = 16 * 1024;
const MAX_VALUE = 1_024;

type Fields = Record<string, unknown>;

/** The changes as JSON. Of long ones, a map keeps the keys that differ, and each value its beginning. Contract: Audit. */
export function storedChanges(changes: Changes): string {
  const text = JSON.stringify(changes);
  if (text.length <= MAX_CHANGES) return text;
  const entries = Object.entries(changes).map(([field, { before, after }]) => {
    const [from, to] = isMap(before) && isMap(after) ? differing(before, after) : [before, after];
    return [field, { before: beginningOf(from, MAX_VALUE), after: beginningOf(to, MAX_VALUE) }];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function differing(before: Fields, after: Fields): [Fields, Fields] {
  const isSame = (key: string) => JSON.stringify(before[key]) === JSON.stringify(after[key]);
  const only = (map: Fields) => Object.fromEntries(Object.entries(map).filter(([key]) => !isSame(key)));
  return [only(before), only(after)];
}

/**
 * Writes an audit entry in the transaction of the change. In due work the action joins the entry of the root resource (see
 * `auditDueWork`), and `changes` is not read. Contract: Audit.
 * @param action `<resource>.<verb>`, such as `plan.disable`
 * @param changes by field, without secrets and network passwords
 */
export function audit(
  scope: WriteScope,
  action: AuditAction,
  subject: Subject,
  changes: Changes | (() => Changes) = {},
): void {
  const { due } = scope.outbox;
  if (due) {
    gather(due.entries, scope.now, action, subject);
    return;
  }
  scope.outbox.audit.push({
    id: newId('auditEntry', scope.now),
    action,
    resourceType: subject.type,
    resourceId: subject.id,
    changes: storedChanges(typeof changes === 'function' ? changes() : changes),
    affected: null,
    at: scope.now,
  });
}

/** The action of due work on a root resource: `subscription.cycle_end`. */
function dueWorkAction(type: AuditSubjectType, name: DueWorkName) {
  return `${type as ResourceName}.${name.replaceAll(' ', '_') as DueWorkVerb}` as const;
}

function gather(
  entries: Map<string, DueEntry>,
  at: Date,
  action: AuditAction,
  { type, id, subscriptionId }: Subject,
): void {
  const root = subscriptionId ? { type: 'subscription' as const, id: subscriptionId } : { type, id };
  const entry = entries.get(root.id) ?? { ...root, at, affected: {} };
  entries.set(root.id, entry);
  if (at > entry.at) entry.at = at;
  entry.affected[action] ??= [];
  entry.affected[action].push(id);
}

/**
 * Writes the audit entries of one kind of due work, one for each root resource: the subscription of a row that belongs to
 * one, otherwise the row. An entry has the ids of the created and changed rows by action; their values are in the events.
 */
export function auditDueWork({ outbox }: WriteScope): void {
  if (!outbox.due) return;
  const { name, entries } = outbox.due;
  for (const { type, id, at, affected } of entries.values()) {
    outbox.audit.push({
      id: newId('auditEntry', at),
      action: dueWorkAction(type, name),
      resourceType: type,
      resourceId: id,
      changes: '{}',
      affected: JSON.stringify(affected),
      at,
    });
  }
  entries.clear();
}
