'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';

type DiscardDialogProps = {
  opened: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  /** Called when it is closed and the focus is where it was. */
  onClosed: () => void;
};

/** The question before unsaved input is lost. */
export function DiscardDialog({ opened, onKeep, onDiscard, onClosed }: DiscardDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onKeep}
      onExitTransitionEnd={onClosed}
      title="Discard your changes?"
      size="sm"
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">What you entered is not saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
