'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import classes from '@/components/detail/timeline.module.css';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import type { NoteSnapshot } from '@/server/contract/portal/note.ts';
import { mayDeleteNote, mayEditNote } from '@/server/contract/portal/note-rules.ts';

const NoteForm = lazyPart(() => import('./note-form.tsx'), 'NoteForm');

const DeleteNoteDialog = lazyPart(() => import('./delete-note-dialog.tsx'), 'DeleteNoteDialog');

/** A note in the activity, with what the reader may do to it. */
export function NoteEntry({ note }: { note: NoteSnapshot }) {
  const { user, role } = useSession();
  const mayWrite = useCan('notes:write');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const reader = { id: user.id, role };
  const close = () => setOpen(null);
  if (open === 'edit') return <NoteForm subscriberId={note.subscriberId} note={note} onDone={close} />;
  return (
    <>
      <div className={classes.head}>
        <Text span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.text}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          <TimeText value={note.createdAt} />
        </Text>
      </div>
      <Group gap="2px 12px" fz="sm" c="dimmed">
        <span>
          Note by {note.authorName}
          {note.editedAt && (
            <>
              , changed <TimeText value={note.editedAt} />
            </>
          )}
        </span>
        {mayWrite && mayEditNote(note, reader) && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen('edit')}>
            Edit note
          </Button>
        )}
        {mayWrite && mayDeleteNote(note, reader) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-haspopup="dialog"
            onClick={() => setOpen('delete')}
          >
            Delete note
          </Button>
        )}
      </Group>
      {open === 'delete' && <DeleteNoteDialog note={note} onClose={close} />}
    </>
  );
}
