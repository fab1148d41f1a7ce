'use client';

import { Group, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookDialogProps } from './actions.tsx';
import classes from './replay-dialog.module.css';

const HOUR_MS = 3_600_000;
const presets = [
  { label: 'Last hour', hours: 1 },
  { label: 'Last day', hours: 24 },
  { label: 'Last week', hours: 24 * 7 },
  { label: 'Last month', hours: 24 * 30 },
];

/** Replays the events since an instant to a webhook. */
export function ReplayDialog({ webhook, onClose }: WebhookDialogProps) {
  const { id } = webhook;
  const { livemode } = useSession().provider;
  const clock = trpc.testClock.get.useQuery({}, { enabled: !livemode });
  const [since, setSince] = useState('');
  const count = trpc.webhook.replayable.useQuery({ id, since }, { enabled: since !== '', staleTime: 0 });
  const ago = (hours: number) => {
    const now = livemode ? Date.now() : Date.parse(clock.data?.now ?? '');
    setSince(new Date(now - hours * HOUR_MS).toISOString());
  };
  return (
    <ConfirmDialog
      title="Replay events"
      actionLabel={count.data?.events ? `Send ${count.data.events}` : 'Send'}
      operation="webhook.replay"
      input={count.data?.events ? { id, since } : null}
      effects={[
        since === '' ? 'Choose a time to see how many events there are.' : countText(count.data?.events),
        'Each event keeps its id, so a receiver can skip the events that it has already.',
        'Events from before the webhook was created are included. Events that it received are sent again.',
        'New events are sent first.',
      ]}
      done={({ queued }) =>
        queued === 1 ? 'One event is queued.' : `${queued.toLocaleString('en')} events are queued.`
      }
      onClose={onClose}
      fields={['since']}
    >
      {(errors) => (
        <div>
          <InstantInput
            data-autofocus
            label="Events since"
            placeholder="Choose when"
            value={since}
            onChange={setSince}
            error={errors.since}
          />
          <Group gap={6} mt={8}>
            {presets.map(({ label, hours }) => (
              <UnstyledButton
                key={label}
                className={classes.preset}
                disabled={!livemode && !clock.data}
                onClick={() => ago(hours)}
              >
                {label}
              </UnstyledButton>
            ))}
          </Group>
        </div>
      )}
    </ConfirmDialog>
  );
}

function countText(events: number | undefined) {
  if (events === undefined) return 'Counting…';
  if (events === 0) return 'The webhook has no events since then.';
  return events === 1 ? 'One event is sent.' : `${events.toLocaleString('en')} events are sent.`;
}
