import type { AuditAction, AuditSubjectType, DueWorkVerb } from '../contract/audit-actions.ts';
import type { DueWorkName } from '../contract/due-work-names.ts';
import type { ResourceName } from '../contract/resource-names.ts';
import { newId } from '../db/ids.ts';
import type { DueEntry, WriteScope } from '../db/scope.ts';

export type Changes = Record<string, { before: unknown; after: unknown }>;

/** What a note is about. A row that belongs to a subscription names it. */
type Subject = { type: AuditSubjectType; id: string; subscriptionId?: string | null };

/**
 * Notes who did what, in the transaction of the change itself. Under work that time alone brings about, the note joins
 * the entry of the root resource (see `noteDueWork`), and the values are not read. Contract: Audit.
 * @param action `<resource>.<verb>`, such as `plan.disable`
 * @param changes field by field; secrets and network passwords have no place here
 */
export function audit(
  scope: WriteScope,
  action: AuditAction,
  about: Subject,
  changes: Changes | (() => Changes) = {},
): void {
  const { due } = scope.outbox;
  if (due) {
    gather(due.entries, scope.now, action, about);
    return;
  }
  scope.outbox.audit.push({
    id: newId('auditEntry', scope.now),
    action,
    resourceType: about.type,
    resourceId: about.id,
    changes: JSON.stringify(typeof changes === 'function' ? changes() : changes),
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
 * Turns what one kind of due work did into its audit entries: one for each root resource, which is the subscription of
 * a row that belongs to one and the row itself otherwise. An entry holds the ids of the rows that were made and moved,
 * by action; their values are in the events.
 */
export function noteDueWork({ outbox }: WriteScope): void {
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
