import type { Role } from '../roles.ts';

/** Imports no library, so that pages can import it at no cost. */

type Note = { authorId: string };
type Staff = { id: string; role: Role };

/** Whether a person may change the text of a note: its author alone. */
export function mayEditNote({ authorId }: Note, { id }: Staff): boolean {
  return authorId === id;
}

/** Whether a person may delete a note: its author, owners and admins. */
export function mayDeleteNote(note: Note, staff: Staff): boolean {
  return mayEditNote(note, staff) || staff.role === 'owner' || staff.role === 'admin';
}
