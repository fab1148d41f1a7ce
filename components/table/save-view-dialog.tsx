'use client';

import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';

type SaveViewDialogProps = {
  present: { name: string; isShared: boolean } | undefined;
  onClose: () => void;
  onSave: (name: string, isShared: boolean) => void;
};

export function SaveViewDialog({ present, onClose, onSave }: SaveViewDialogProps) {
  const { provider } = useSession();
  const [isChanged, setChanged] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name') ?? '').trim();
    if (name) onSave(name, data.has('shared'));
  };
  return (
    <Dialog onClose={onClose} title="Save this view" size="sm">
      <UnsavedInput when={isChanged} />
      <form onSubmit={submit} onChange={() => setChanged(true)}>
        <Stack gap="md">
          <TextInput
            name="name"
            label="Name"
            description="Keeps search, filters, order and columns. A view of yours with the same name or the same content is replaced."
            maxLength={60}
            required
            data-autofocus
            defaultValue={present?.name}
          />
          <Checkbox
            name="shared"
            label={`Share with all staff of ${provider.name}`}
            defaultChecked={present?.isShared}
          />
          <FormActions>
            <CancelButton onClick={onClose} />
            <Button type="submit">Save view</Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
