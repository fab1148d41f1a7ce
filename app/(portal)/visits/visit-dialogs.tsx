'use client';

import { Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { Visit } from '@/server/contract/portal/visit.ts';

type VisitDialogProps = { visit: Visit; onDone: (after: Visit) => void; onClose: () => void };

/** The dialog to finish a visit, or to add a note. */
export function VisitDialogs({ dialog, ...props }: VisitDialogProps & { dialog: 'finish' | 'note' }) {
  return dialog === 'finish' ? <FinishDialog {...props} /> : <NoteDialog {...props} />;
}

function FinishDialog({ visit, onDone, onClose }: VisitDialogProps) {
  const [serialNumber, setSerialNumber] = useState(visit.serialNumber ?? '');
  const [macAddress, setMacAddress] = useState(visit.macAddress ?? '');
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title="Mark done"
      operation="visit.finish"
      input={{
        id: visit.id,
        serialNumber: serialNumber.trim() || null,
        macAddress: macAddress.trim() || null,
        ...(note.trim() && { note: note.trim() }),
      }}
      effects={[
        visit.feeDue
          ? 'The installation is activated once the fee is paid.'
          : 'The installation is activated. It cannot be changed afterwards.',
      ]}
      fields={['serialNumber', 'macAddress', 'note']}
      onDone={onDone}
      done="The visit is done."
      onClose={onClose}
    >
      {(errors) => (
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label="Serial number of the router"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
            value={serialNumber}
            onChange={(event) => setSerialNumber(event.currentTarget.value)}
            error={errors.serialNumber}
          />
          <TextInput
            label="MAC address of the router"
            placeholder="4C:5E:0C:12:34:56"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={macAddress}
            onChange={(event) => setMacAddress(event.currentTarget.value)}
            error={errors.macAddress}
          />
          <NoteInput value={note} onChange={setNote} error={errors.note} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}

function NoteDialog({ visit, onDone, onClose }: VisitDialogProps) {
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title="Add note"
      operation="visit.addNote"
      input={note.trim() ? { id: visit.id, note: note.trim() } : null}
      effects={['The note is added below the others. The office reads it too.']}
      fields={['note']}
      onDone={onDone}
      done="The note is added."
      onClose={onClose}
    >
      {(errors) => <NoteInput value={note} onChange={setNote} error={errors.note} isFirst />}
    </ConfirmDialog>
  );
}

type NoteInputProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  isFirst?: boolean;
};

function NoteInput({ value, onChange, error, isFirst }: NoteInputProps) {
  return (
    <Textarea
      label="Note"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={2_000}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
