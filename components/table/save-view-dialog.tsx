'use client';

import { Button, Group, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';

type SaveViewDialogProps = {
  present: string | undefined;
  onClose: () => void;
  onSave: (name: string) => void;
};

export function SaveViewDialog({ present, onClose, onSave }: SaveViewDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name) onSave(name);
  };
  return (
    <Dialog onClose={onClose} title="Save this view" size="sm">
      <form onSubmit={submit}>
        <TextInput
          name="name"
          label="Name"
          description="Keeps search, filters, order and columns. A view of the same name is replaced."
          maxLength={60}
          required
          data-autofocus
          defaultValue={present}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save view</Button>
        </Group>
      </form>
    </Dialog>
  );
}
