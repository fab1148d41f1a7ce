'use client';

import { TextInput } from '@mantine/core';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { DemarcationPointSelect } from '@/components/forms/record-select.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { useVersion } from '@/components/forms/use-version.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { changedOrNull, useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { PayDialog } from '../payments/pay-dialog.tsx';
import { ChangePlanDialog, KeepPlanDialog } from './change-plan-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { CancelDialog, MigrateOutDialog, RemovePlanDialog, WithdrawDialog } from './end-dialogs.tsx';
import { OverridesDialog } from './overrides-dialog.tsx';
import { PromiseOfSubscription } from './promise-dialog.tsx';
import { ActivateDialog, RotatePasswordDialog } from './service-dialogs.tsx';
import { useSetSubscription } from './use-set-subscription.ts';

/** The dialogs of a subscription's page. */
const dialogs = {
  pay: ({ subscription, onClose }: DialogProps) => (
    <PayDialog subscriptionId={subscription.id} onClose={onClose} />
  ),
  edit: EditSubscription,
  promise: PromiseOfSubscription,
  plan: ChangePlanDialog,
  keepPlan: KeepPlanDialog,
  overrides: OverridesDialog,
  activate: ActivateDialog,
  rotate: RotatePasswordDialog,
  withdraw: WithdrawDialog,
  remove: RemovePlanDialog,
  migrate: MigrateOutDialog,
  cancel: CancelDialog,
};

export type DialogKey = keyof typeof dialogs;

export function SubscriptionDialogs({ dialog, ...props }: DialogProps & { dialog: DialogKey }) {
  const Dialog = dialogs[dialog];
  return <Dialog {...props} />;
}

const loadUpdate = () =>
  import('@/server/contract/subscription.ts').then((contract) => contract.subscriptionUpdate);

const valuesOf = ({ demarcationPointId, externalReference }: SubscriptionSnapshot) => ({
  demarcationPointId: demarcationPointId ?? '',
  externalReference: externalReference ?? '',
});

function EditSubscription({ subscription, onClose }: DialogProps) {
  const { id } = subscription;
  const { client, finish } = useAfterChange(useSetSubscription());
  const { form, field, ...resource } = useResourceForm({
    loadSchema: loadUpdate,
    initialValues: valuesOf(subscription),
    version: useVersion('subscription.get', { id }, valuesOf),
    // Only changed fields are sent. A reference that was emptied is cleared.
    toRequest: (values, before) => ({
      id,
      ...(values.demarcationPointId !== before.demarcationPointId && {
        demarcationPointId: values.demarcationPointId,
      }),
      ...(values.externalReference.trim() !== before.externalReference && {
        externalReference: values.externalReference.trim() || null,
      }),
    }),
    submit: (request, call) => client.subscription.update.mutate(request, call),
    onDone: (after) => {
      finish(after, 'The subscription is saved.');
      onClose();
    },
  });
  const preview = useDryRun('subscription.update', changedOrNull(resource.validRequest));
  return (
    <Dialog onClose={onClose} title="Edit demarcation point and reference" size="md">
      <ResourceForm
        resource={{ form, field, ...resource }}
        submitLabel="Save subscription"
        onCancel={onClose}
        api="subscription.update"
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
        <Consequences run={preview} incomplete="Nothing changes yet." />
      </ResourceForm>
    </Dialog>
  );
}
