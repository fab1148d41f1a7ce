import { note } from '../../../../drizzle/schema/note.ts';
import { noteSnapshot } from '../../../contract/portal/note.ts';
import { defineResource } from '../../../state/resource.ts';

export const noteResource = defineResource({
  name: 'note',
  object: null,
  table: note,
  snapshot: noteSnapshot,
});
