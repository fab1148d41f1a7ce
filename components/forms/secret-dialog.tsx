'use client';

import { Button, Stack, Text } from '@mantine/core';
import { CopyValue } from '../shell/copy-value.tsx';
import { Dialog } from './dialog.tsx';
import { FormActions } from './form-actions.tsx';
import classes from './secret-dialog.module.css';

type SecretDialogProps = {
  title: string;
  secrets: { label: string; value: string }[];
  /** The purpose of the secret. */
  note: string;
  onClose: () => void;
};

/** Shows a secret that is shown once. Neither Escape nor a click beside the dialog closes it. */
export function SecretDialog({ title, secrets, note, onClose }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        {secrets.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={500} mb={4}>
              {label}
            </Text>
            <div className={classes.secret}>
              <code className={classes.value}>{value}</code>
              <CopyValue value={value} label={label.toLowerCase()} />
            </div>
          </div>
        ))}
        <Text size="sm">
          {note} <strong>It is shown only once</strong>: Demarc keeps no readable copy.
        </Text>
        <FormActions>
          <Button onClick={onClose} data-autofocus>
            I have stored it
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  );
}
