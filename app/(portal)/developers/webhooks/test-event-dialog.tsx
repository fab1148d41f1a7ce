'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { Select } from '@/components/forms/select.tsx';
import { type EventType, eventTypes } from '@/server/contract/event-catalogue.ts';
import type { WebhookDialogProps } from './actions.tsx';

/** Sends the documented example of an event to this webhook alone. */
export function TestEventDialog({ webhook, onClose }: WebhookDialogProps) {
  const { id, events } = webhook;
  const [type, setType] = useState<EventType>(
    () => eventTypes.find((one) => isWanted(events, one)) ?? eventTypes[0],
  );
  return (
    <ConfirmDialog
      title="Send test event"
      actionLabel="Send"
      operation="webhook.test"
      input={{ id, type }}
      effects={[
        'The documented example is sent within seconds, signed, with a new id and X-Service-Test: true.',
        'It is sent to this webhook only, even if the webhook is not subscribed to the event, and is not listed among the events.',
      ]}
      done="The test event is queued."
      onClose={onClose}
      fields={['type']}
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
    </ConfirmDialog>
  );
}

function isWanted(events: string[], type: string): boolean {
  return events.some(
    (name) => name === '*' || name === type || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))),
  );
}
