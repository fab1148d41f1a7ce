import { noteCreate, noteDeletion, noteId, noteSnapshot, noteUpdate } from '../note.ts';
import { portalWrite } from '../operation.ts';

export const noteOperations = {
  create: portalWrite({ permission: 'notes:write', input: noteCreate, output: noteSnapshot }),
  update: portalWrite({ permission: 'notes:write', input: noteUpdate, output: noteSnapshot }),
  delete: portalWrite({ permission: 'notes:write', input: noteId, output: noteDeletion }),
};
