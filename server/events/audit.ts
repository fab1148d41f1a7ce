import { newId } from '../db/ids.ts';
import type { WriteScope } from '../db/scope.ts';

export type Changes = Record<string, { before: unknown; after: unknown }>;

/**
 * Notes who did what, in the transaction of the change itself.
 * @param action `<resource>.<verb>`, such as `plan.disable`
 * @param changes field by field; secrets and network passwords have no place here
 */
export function audit(
  scope: WriteScope,
  action: string,
  resource: { type: string; id: string },
  changes: Changes = {},
): void {
  scope.outbox.audit.push({
    id: newId('auditEntry', scope.now),
    action,
    resourceType: resource.type,
    resourceId: resource.id,
    changes: JSON.stringify(changes),
    at: scope.now,
  });
}
