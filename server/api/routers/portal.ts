import { switchProvider } from '../../auth/staff.ts';
import { refuse } from '../../contract/errors.ts';
import { auditOperations } from '../../contract/operations/audit.ts';
import { labelsOperations } from '../../contract/operations/labels.ts';
import { searchOperations } from '../../contract/operations/search.ts';
import { sessionOperations } from '../../contract/operations/session.ts';
import {
  countAudit,
  exportAudit,
  listAudit,
  listAuditActors,
  listAuditEntries,
} from '../../domain/audit/list.ts';
import { labelsOf } from '../../domain/model/labels.ts';
import { addressesOf, phonesOf } from '../../domain/search/contacts.ts';
import { search } from '../../domain/search/search.ts';
import { read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Procedures without a resource of their own. Portal only. */

export const auditRouter = routerOf(auditOperations, {
  auditEntries: read(listAuditEntries),
  list: read(listAudit, { mayBeStale: true }),
  counts: read(countAudit, { mayBeStale: true }),
  export: read(exportAudit, { mayBeStale: true }),
  actors: read(listAuditActors, { mayBeStale: true }),
});

export const labelsRouter = routerOf(labelsOperations, {
  of: read(labelsOf),
  phones: read(phonesOf),
  addresses: read(addressesOf),
});

export const searchRouter = routerOf(searchOperations, {
  query: read(search),
});

export const sessionRouter = routerOf(sessionOperations, {
  switchProvider: async ({ ctx, input }) => {
    if (!ctx.staff) throw refuse('FORBIDDEN');
    await switchProvider(ctx.staff.sessionId, ctx.staff.userId, input.providerId);
    return input;
  },
});
