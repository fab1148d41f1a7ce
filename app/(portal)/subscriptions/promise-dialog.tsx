'use client';

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { Select } from '@/components/forms/select.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { MAX_EXTENDED_GRACE_DAYS } from '@/server/contract/billing-cycle-rules.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSetSubscription } from './use-set-subscription.ts';

/** A subscription in its grace period, with its name. */
export type PromisedService = { id: string; name: string };

type PromiseDialogProps = { services: PromisedService[]; onClose: () => void };

/** Records a promise to pay: grace is extended to the promised time. */
export function PromiseDialog({ services, onClose }: PromiseDialogProps) {
  const [id, setId] = useState(services[0]?.id ?? '');
  const [until, setUntil] = useState('');
  const [note, setNote] = useState('');
  const setSubscription = useSetSubscription();
  const cycle = trpc.subscription.get.useQuery({ id }).data?.currentCycle;
  return (
    <ConfirmDialog
      title="Promise to pay"
      actionLabel="Extend grace period"
      operation="subscription.extendGrace"
      input={until === '' ? null : { id, until, ...(note.trim() && { note: note.trim() }) }}
      incomplete="Choose until when service stays on to see what will follow."
      onDone={setSubscription}
      done="The grace period is extended."
      onClose={onClose}
      fields={['until', 'note']}
    >
      {(errors) => (
        <>
          {services.length > 1 && (
            <Select
              label="Subscription"
              data={services.map((service) => ({ value: service.id, label: service.name }))}
              value={id}
              onChange={(chosen) => chosen && setId(chosen)}
              allowDeselect={false}
            />
          )}
          <InstantInput
            data-autofocus
            required
            label="Paid by"
            placeholder="Choose when"
            description={`At most ${MAX_EXTENDED_GRACE_DAYS} days after the end of the cycle. Without the payment, service ends then`}
            notBefore={cycle?.expiresAt}
            value={until}
            onChange={setUntil}
            error={errors.until}
          />
          <Textarea
            label="Note"
            description="Kept in the audit trail"
            maxLength={255}
            autosize
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errors.note}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** The dialog on the page of a subscription. */
export function PromiseOfSubscription({ subscription, names, onClose }: DialogProps) {
  const { id, planId } = subscription;
  return <PromiseDialog services={[{ id, name: names[planId] ?? id }]} onClose={onClose} />;
}
