'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { NoteSnapshot } from '@/server/contract/portal/note.ts';

export function DeleteNoteDialog({ note, onClose }: { note: NoteSnapshot; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Delete note"
      danger
      operation="note.delete"
      input={{ id: note.id }}
      effects={['The note is removed for everyone and cannot be restored.']}
      done="The note is deleted."
      onClose={onClose}
    />
  );
}
