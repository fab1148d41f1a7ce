'use client';

import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NoteSnapshot } from '@/server/contract/portal/note.ts';

type NoteFormProps = {
  subscriberId: string;
  /** The note to change; absent for a new one. */
  note?: NoteSnapshot;
  onDone: () => void;
};

/** Writes a note, or changes one. A failure keeps the text. */
export function NoteForm({ subscriberId, note, onDone }: NoteFormProps) {
  const utils = trpc.useUtils();
  const [text, setText] = useState(note?.text ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isEmpty = text.trim() === '';

  const save = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      if (note) await utils.client.note.update.mutate({ id: note.id, text });
      else await utils.client.note.create.mutate({ subscriberId, text });
      void utils.invalidate();
      onDone();
      return;
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setIsBusy(false);
  };

  return (
    <form onSubmit={save}>
      <UnsavedInput when={text !== (note?.text ?? '')} />
      <Stack gap="xs">
        {problem && <ProblemAlert problem={problem} />}
        <Textarea
          aria-label={note ? 'Text of the note' : 'New note'}
          placeholder="Write a note for colleagues"
          autosize
          minRows={2}
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
          }}
          autoFocus
        />
        <Group gap="xs">
          <Button type="submit" size="compact-md" loading={isBusy} disabled={isEmpty}>
            Save note
          </Button>
          <CancelButton size="compact-md" onClick={onDone} disabled={isBusy} />
        </Group>
      </Stack>
    </form>
  );
}
