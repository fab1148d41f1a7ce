'use client';

import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { ConfirmByTypingDialog } from '@/components/forms/confirm-by-typing-dialog.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import type { PlanDialog } from './use-plan-actions.tsx';

type DialogProps = { plan: PlanSnapshot; onClose: () => void };

/** The dialogs of a plan's page. */
export function PlanDialogs({ dialog, ...props }: DialogProps & { dialog: PlanDialog }) {
  if (dialog === 'duplicate') return <DuplicatePlan {...props} />;
  return dialog === 'disable' ? <DisablePlan {...props} /> : <DeletePlan {...props} />;
}

function DisablePlan({ plan, onClose }: DialogProps) {
  const { id, planName } = plan;
  const utils = trpc.useUtils();
  const preview = useDryRun('plan.disable', { id, confirm: planName });
  return (
    <ConfirmByTypingDialog
      title={`Take ${planName} off sale`}
      phrase={planName}
      actionLabel="Take off sale"
      preview={preview}
      consequences={[
        'Existing subscriptions keep the plan, their cycles and their prices.',
        'You can put it back on sale at any time.',
      ]}
      onConfirm={async (confirm, call) =>
        utils.plan.get.setData({ id }, await utils.client.plan.disable.mutate({ id, confirm }, call))
      }
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: `${planName} is off sale.` });
        onClose();
      }}
      onClose={onClose}
      api={(confirm) => ({ method: 'POST', path: `/v1/plans/${id}/disable`, query: { confirm } })}
    />
  );
}

function DeletePlan({ plan, onClose }: DialogProps) {
  const { id, planName } = plan;
  const utils = trpc.useUtils();
  const router = useRouter();
  const preview = useDryRun('plan.delete', { id, confirm: planName });
  return (
    <ConfirmByTypingDialog
      title={`Delete ${planName}`}
      phrase={planName}
      actionLabel="Delete plan"
      preview={preview}
      consequences={[
        'The plan is no longer listed, and its name can be used again. This cannot be undone.',
        'Ended subscriptions, invoices and events still refer to it.',
      ]}
      onConfirm={(confirm, call) => utils.client.plan.delete.mutate({ id, confirm }, call)}
      onDone={() => {
        void utils.plan.list.invalidate();
        notify({ color: 'green', message: `${planName} is deleted.` });
        router.push('/plans');
      }}
      onClose={onClose}
      api={(confirm) => ({ method: 'DELETE', path: `/v1/plans/${id}`, query: { confirm } })}
    />
  );
}

const loadDuplicate = () => import('@/server/contract/plan.ts').then((contract) => contract.planDuplicate);

function DuplicatePlan({ plan, onClose }: DialogProps) {
  const { id, planName } = plan;
  const utils = trpc.useUtils();
  const router = useRouter();
  const resource = useResourceForm({
    loadSchema: loadDuplicate,
    initialValues: { planName: '' },
    toRequest: (values) => ({ id, ...withoutBlanks<{ planName?: string }>(values) }),
    submit: (request, call) => utils.client.plan.duplicate.mutate(request, call),
    onDone: (copy) => {
      void utils.plan.list.invalidate();
      notify({ color: 'green', message: `${copy.planName} is on sale.` });
      onClose();
      router.push(`/plans/${copy.id}`);
    },
  });
  return (
    <Dialog onClose={onClose} title={`Duplicate ${planName}`}>
      <ResourceForm
        resource={resource}
        submitLabel="Duplicate"
        onCancel={onClose}
        api={{
          method: 'POST',
          path: `/v1/plans/duplicate/${id}`,
          body: ({ id: _id, ...body }) => (Object.keys(body).length > 0 ? body : undefined),
        }}
      >
        <TextInput
          data-autofocus
          label="Name of the copy"
          description="The copy has the same terms and is on sale at once"
          placeholder={`${planName} (copy)`}
          autoComplete="off"
          {...resource.field('planName')}
        />
      </ResourceForm>
    </Dialog>
  );
}
