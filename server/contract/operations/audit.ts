import { portalRead } from '../operation.ts';
import { auditActors, auditCounts, auditExportPage, auditList, auditPage } from '../portal/audit.ts';
import { nothing } from '../primitives.ts';

export const auditOperations = {
  list: portalRead({ permission: 'read', input: auditList, output: auditPage }),
  counts: portalRead({ permission: 'read', input: nothing, output: auditCounts }),
  export: portalRead({ permission: 'read', input: auditList, output: auditExportPage }),
  actors: portalRead({ permission: 'read', output: auditActors }),
};
