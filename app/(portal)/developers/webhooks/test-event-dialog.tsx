'use client';

import { Select } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { type EventType, eventTypes } from '@/server/contract/event-catalogue.ts';
import type { WebhookDialogProps } from './actions.tsx';

/** Sends the documented example of an event to this webhook alone. */
export function TestEventDialog({ webhook, onClose }: WebhookDialogProps) {
  const utils = trpc.useUtils();
  const { id, events } = webhook;
  const [type, setType] = useState<EventType>(
    () => eventTypes.find((one) => isWanted(events, one)) ?? eventTypes[0],
  );
  return (
    <ActionDialog
      title="Send test event"
      actionLabel="Send"
      fields={['type']}
      consequences={[
        'The documented example is sent within seconds, signed, with a new id and X-Service-Test: true.',
        'It is sent to this webhook only and is not listed among the events.',
        !isWanted(events, type) &&
          'The webhook is not subscribed to this event. The test event is sent anyway.',
      ].filter(Boolean)}
      onClose={onClose}
      onConfirm={(call) => utils.client.webhook.test.mutate({ id, type }, call)}
      onDone={() => {
        void utils.delivery.invalidate();
        void utils.webhook.health.invalidate();
        notify({ color: 'green', message: 'The test event is queued.' });
        onClose();
      }}
      api={{ method: 'POST', path: `/v1/webhooks/${id}/test`, body: { type } }}
    >
      {(errors) => (
        <Select
          label="Event"
          data={eventTypes}
          value={type}
          onChange={(value) => value && setType(value as EventType)}
          allowDeselect={false}
          searchable
          maxDropdownHeight={280}
          error={errors.type}
        />
      )}
    </ActionDialog>
  );
}

function isWanted(events: string[], type: string): boolean {
  return events.some(
    (name) => name === '*' || name === type || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))),
  );
}
