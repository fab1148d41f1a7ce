'use client';

import { Modal, TextInput } from '@mantine/core';
import { ConfirmByTyping } from '@/components/forms/confirm-by-typing.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { PayDialog } from './pay-dialog.tsx';
import { DemarcationPointSelect } from './record-select.tsx';

type DialogProps = {
  subscription: SubscriptionSnapshot;
  names: Record<string, string>;
  onClose: () => void;
};

/** The dialogs of a subscription's page. */
export function SubscriptionDialogs({
  dialog,
  ...props
}: DialogProps & { dialog: 'pay' | 'edit' | 'cancel' }) {
  if (dialog === 'pay') return <PayDialog subscriptionId={props.subscription.id} onClose={props.onClose} />;
  return dialog === 'edit' ? <EditSubscription {...props} /> : <CancelSubscription {...props} />;
}

function CancelSubscription({ subscription, names, onClose }: DialogProps) {
  const { id, subscriberId, planId } = subscription;
  const utils = trpc.useUtils();
  const waiting = trpc.payment.list.useQuery({ subscriptionId: id, status: 'PENDING', limit: 1 });
  return (
    <ConfirmByTyping
      title="Cancel this subscription"
      phrase={names[subscriberId] ?? 'cancel'}
      actionLabel="Cancel subscription"
      consequences={[
        `${names[planId] ?? 'It'} ends for good before it began; nothing has been paid, so nothing is given back.`,
        waiting.data?.data[0]
          ? 'Its unsettled payment can start it no more.'
          : 'It cannot be paid for any more.',
        'A new subscription can take its place at any time.',
        'Event: subscription.updated.',
      ]}
      onConfirm={async (_typed, call) =>
        utils.subscription.get.setData({ id }, await utils.client.subscription.cancel.mutate({ id }, call))
      }
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: 'The subscription is cancelled.' });
        onClose();
      }}
      onClose={onClose}
      api={() => ({ method: 'DELETE', path: `/v1/subscriptions/${id}` })}
    />
  );
}

const loadUpdate = () =>
  import('@/server/contract/subscription.ts').then((contract) => contract.subscriptionUpdate);

function EditSubscription({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const before = {
    demarcationPointId: subscription.demarcationPointId ?? '',
    externalReference: subscription.externalReference ?? '',
  };
  const utils = trpc.useUtils();
  const { form, field, ...resource } = useResourceForm({
    loadSchema: loadUpdate,
    initialValues: before,
    // Only what changed is sent; a reference that was emptied is taken away.
    toRequest: (values) => ({
      id,
      ...(values.demarcationPointId !== before.demarcationPointId && {
        demarcationPointId: values.demarcationPointId,
      }),
      ...(values.externalReference.trim() !== before.externalReference && {
        externalReference: values.externalReference.trim() || null,
      }),
    }),
    submit: (request, call) => utils.client.subscription.update.mutate(request, call),
    onDone: (after) => {
      utils.subscription.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: 'The subscription is saved.' });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Change place or reference" size="md">
      <ResourceForm
        resource={{ form, field, ...resource }}
        submitLabel="Save"
        onCancel={onClose}
        api={{ method: 'PATCH', path: `/v1/subscriptions/${id}`, body: ({ id: _id, ...body }) => body }}
      >
        <DemarcationPointSelect
          label="Demarcation point"
          placeholder="Type its name or address"
          data-autofocus
          {...field('demarcationPointId')}
          value={form.values.demarcationPointId}
          onChange={(chosen) => form.setFieldValue('demarcationPointId', chosen)}
        />
        <TextInput label="Reference" autoComplete="off" {...field('externalReference')} />
      </ResourceForm>
    </Modal>
  );
}
