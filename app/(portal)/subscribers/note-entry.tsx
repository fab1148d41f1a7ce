'use client';

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import classes from '@/components/detail/timeline.module.css';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import type { NoteSnapshot } from '@/server/contract/portal/note.ts';
import { mayDeleteNote, mayEditNote } from '@/server/contract/portal/note-rules.ts';

const NoteForm = lazyPart(() => import('./note-form.tsx'), 'NoteForm');

const DeleteNoteDialog = lazyPart(() => import('./delete-note-dialog.tsx'), 'DeleteNoteDialog');

/** A note in the activity, with what the reader may do to it. */
export function NoteEntry({ note }: { note: NoteSnapshot }) {
  const { user, role } = useSession();
  const mayWrite = useCan('notes:write');
  const deletion = useDialog();
  const [isEdited, setEdited] = useState(false);
  const reader = { id: user.id, role };
  if (isEdited)
    return <NoteForm subscriberId={note.subscriberId} note={note} onDone={() => setEdited(false)} />;
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
          <Button size="compact-sm" variant="subtle" onClick={() => setEdited(true)}>
            Edit note
          </Button>
        )}
        {mayWrite && mayDeleteNote(note, reader) && (
          <Button size="compact-sm" variant="subtle" color="red" {...deletion.opener}>
            Delete note
          </Button>
        )}
      </Group>
      {deletion.isOpen && <DeleteNoteDialog note={note} onClose={deletion.close} />}
    </>
  );
}
