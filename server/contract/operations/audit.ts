import { auditEntryList, auditEntryPage } from '../audit-entry.ts';
import { portalRead, rest } from '../operation.ts';
import { auditActors, auditCounts, auditExportPage, auditList, auditPage } from '../portal/audit.ts';
import { nothing } from '../primitives.ts';

export const auditOperations = {
  auditEntries: rest('GET', '/v1/audit-entries', {
    summary: 'List audit entries',
    description:
      'Who changed what, the newest first. Secrets are never in it. `meta.total` counts to 10,000; 10,001 means more.',
    sdk: 'auditEntries.list',
    permission: 'read',
    input: auditEntryList,
    output: auditEntryPage,
  }),
  list: portalRead({ permission: 'read', input: auditList, output: auditPage }),
  counts: portalRead({ permission: 'read', input: nothing, output: auditCounts }),
  export: portalRead({ permission: 'read', input: auditList, output: auditExportPage }),
  actors: portalRead({ permission: 'read', output: auditActors }),
};
