import { portalWrite } from '../operation.ts';
import { noteCreate, noteDeletion, noteId, noteSnapshot, noteUpdate } from '../portal/note.ts';

export const noteOperations = {
  create: portalWrite({ permission: 'notes:write', input: noteCreate, output: noteSnapshot }),
  update: portalWrite({ permission: 'notes:write', input: noteUpdate, output: noteSnapshot }),
  delete: portalWrite({ permission: 'notes:write', input: noteId, output: noteDeletion }),
};
