import type { z } from 'zod';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { auditEntrySnapshot, type auditList } from '../../contract/audit.ts';
import type { Page } from '../../contract/paging.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../db/scope.ts';
import { defineResource } from '../../state/resource.ts';
import { defineRowList, equals } from '../list.ts';

type Entry = z.output<typeof auditEntrySnapshot>;

const auditResource = defineResource({
  name: 'auditEntry',
  object: null,
  table: auditEntry,
  snapshot: auditEntrySnapshot,
});

const listRows = defineRowList<typeof auditResource, z.output<typeof auditList>>(auditResource, {
  filters: {
    resourceId: equals(auditEntry.resourceId),
    correlationId: equals(auditEntry.correlationId),
  },
});

/** Who changed what, newest first. */
export async function listAudit(scope: Scope, input: z.output<typeof auditList>): Promise<Page<Entry>> {
  const { rows, meta } = await listRows(scope, input);
  return {
    data: rows.map((row) => present(auditEntrySnapshot, { ...row, changes: JSON.parse(row.changes) })),
    meta,
  };
}
