import { portalRead, portalWrite } from '../operation.ts';
import { visit, visitFinish, visitId, visitNote, visits } from '../portal/visit.ts';
import { nothing } from '../primitives.ts';

/** What a technician does at the installations of their own. */
export const visitOperations = {
  list: portalRead({ permission: 'visits:write', input: nothing, output: visits }),
  get: portalRead({ permission: 'visits:write', input: visitId, output: visit }),
  start: portalWrite({ permission: 'visits:write', input: visitId, output: visit }),
  finish: portalWrite({ permission: 'visits:write', input: visitFinish, output: visit }),
  addNote: portalWrite({ permission: 'visits:write', input: visitNote, output: visit }),
};
