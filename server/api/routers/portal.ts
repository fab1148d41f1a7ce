import { z } from 'zod';
import { switchProvider } from '../../auth/staff.ts';
import { auditActors, auditCounts, auditExportPage, auditList, auditPage } from '../../contract/audit.ts';
import { refuse } from '../../contract/errors.ts';
import { addresses, labels, labelsQuery } from '../../contract/labels.ts';
import { idInput } from '../../contract/primitives.ts';
import { searchQuery, searchResults } from '../../contract/search.ts';
import { countAudit, exportAudit, listAudit, listAuditActors } from '../../domain/audit/list.ts';
import { labelsOf } from '../../domain/model/labels.ts';
import { addressesOf } from '../../domain/search/addresses.ts';
import { search } from '../../domain/search/search.ts';
import { read } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** Procedures without a resource of their own. Portal only. */

export const auditRouter = router({
  list: procedure('read')
    .input(auditList)
    .output(auditPage)
    .query(read(listAudit, { mayBeStale: true })),
  counts: procedure('read')
    .input(z.strictObject({}))
    .output(auditCounts)
    .query(read(countAudit, { mayBeStale: true })),
  export: procedure('read')
    .input(auditList)
    .output(auditExportPage)
    .query(read(exportAudit, { mayBeStale: true })),
  actors: procedure('read')
    .output(auditActors)
    .query(read(listAuditActors, { mayBeStale: true })),
});

export const labelsRouter = router({
  of: procedure('read').input(labelsQuery).output(labels).query(read(labelsOf)),
  addresses: procedure('read').input(labelsQuery).output(addresses).query(read(addressesOf)),
});

export const searchRouter = router({
  query: procedure('read').input(searchQuery).output(searchResults).query(read(search)),
});

export const sessionRouter = router({
  switchProvider: procedure('read')
    .input(z.strictObject({ providerId: idInput('provider') }))
    .output(z.object({ providerId: z.string() }))
    .mutation(async ({ ctx, input }) => {
      if (!ctx.staff) throw refuse('FORBIDDEN');
      await switchProvider(ctx.staff.sessionId, ctx.staff.userId, input.providerId);
      return input;
    }),
});
