import { portalRead, portalWrite } from '../operation.ts';
import {
  bulkCreate,
  bulkPreview,
  bulkPreviewInput,
  importCheck,
  importCorrect,
  importCreate,
  importType,
  jobCounts,
  jobDeletion,
  jobId,
  jobList,
  jobPage,
  jobRejects,
  jobRejectsQuery,
  jobRowList,
  jobRowPage,
  jobSnapshot,
} from '../portal/job.ts';
import { nothing } from '../primitives.ts';

export const jobOperations = {
  list: portalRead({ permission: 'read', input: jobList, output: jobPage }),
  counts: portalRead({ permission: 'read', input: nothing, output: jobCounts }),
  get: portalRead({ permission: 'read', input: jobId, output: jobSnapshot }),
  rows: portalRead({ permission: 'read', input: jobRowList, output: jobRowPage }),
  rejects: portalRead({ permission: 'read', input: jobRejectsQuery, output: jobRejects }),
  previewBulk: portalRead({ permission: 'read', input: bulkPreviewInput, output: bulkPreview }),
  createBulk: portalWrite({ permission: 'read', input: bulkCreate, output: jobSnapshot }),
  mayImport: portalRead({ permission: 'read', input: importType, output: importType }),
  createImport: portalWrite({ permission: 'read', input: importCreate, output: jobSnapshot }),
  check: portalWrite({ permission: 'read', input: importCheck, output: jobSnapshot }),
  correct: portalWrite({ permission: 'read', input: importCorrect, output: jobSnapshot }),
  start: portalWrite({ permission: 'read', input: jobId, output: jobSnapshot }),
  stop: portalWrite({ permission: 'read', input: jobId, output: jobSnapshot }),
  resume: portalWrite({ permission: 'read', input: jobId, output: jobSnapshot }),
  delete: portalWrite({ permission: 'read', input: jobId, output: jobDeletion }),
};
