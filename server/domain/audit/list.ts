import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle, invoice, payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { auditEntrySnapshot, type auditList } from '../../contract/audit.ts';
import type { Page } from '../../contract/paging.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../db/scope.ts';
import { defineResource } from '../../state/resource.ts';
import { defineRowList, equals } from '../list/list.ts';

type Entry = z.output<typeof auditEntrySnapshot>;

const auditResource = defineResource({
  name: 'auditEntry',
  object: null,
  table: auditEntry,
  snapshot: auditEntrySnapshot,
});

/** Resources whose rows belong to a subscription. Due work on them is in the entries of the subscription. */
const partsOfSubscription = [billingCycle, invoice, payment, charge, installation, refund];

const listRows = defineRowList<typeof auditResource, z.output<typeof auditList>>(auditResource, {
  filters: {
    resourceId: { where: isAbout },
    correlationId: equals(auditEntry.correlationId),
  },
});

/** The entries of the resource, and those of its subscription that contain its id. */
function isAbout(id: Placeholder): SQL {
  const subscriptionIds = partsOfSubscription.map((table) => {
    const own = getTableColumns(table);
    return sql`select ${own.subscriptionId} from ${table}
      where ${own.providerId} = ${sql.placeholder('providerId')} and ${own.id} = ${id}`;
  });
  return sql`${auditEntry.resourceId} = any(array[${id}::text, (${sql.join(subscriptionIds, sql` union all `)})])
    and (${auditEntry.resourceId} = ${id} or strpos(${auditEntry.affected}, ${id}) > 0)`;
}

/** The audit trail, newest first. Contract: Audit. */
export async function listAudit(scope: Scope, input: z.output<typeof auditList>): Promise<Page<Entry>> {
  const { rows, meta } = await listRows(scope, input);
  return { data: rows.map(presentEntry), meta };
}

/** An entry as the portal shows it, with its JSON text parsed. */
export function presentEntry(row: typeof auditEntry.$inferSelect): Entry {
  const affected = row.affected === null ? null : JSON.parse(row.affected);
  return present(auditEntrySnapshot, { ...row, changes: JSON.parse(row.changes), affected });
}
