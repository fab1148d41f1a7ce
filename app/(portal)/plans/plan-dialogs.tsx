'use client';

import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import type { PlanDialog } from './use-plan-actions.tsx';

type DialogProps = { plan: PlanSnapshot; onClose: () => void };

/** The dialogs of a plan's page. */
export function PlanDialogs({ dialog, ...props }: DialogProps & { dialog: PlanDialog }) {
  if (dialog === 'duplicate') return <DuplicatePlan {...props} />;
  return dialog === 'disable' ? <DisablePlan {...props} /> : <DeletePlan {...props} />;
}

function DisablePlan({ plan: { id, planName }, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  return (
    <ConfirmDialog
      title={`Disable ${planName}`}
      actionLabel="Disable plan"
      danger
      operation="plan.disable"
      input={{ id, confirm: planName }}
      phrase={planName}
      onDone={(after) => utils.plan.get.setData({ id }, after)}
      done={`${planName} is disabled.`}
      undo={{ operation: operationOf('plan.enable', { id }), done: `${planName} is enabled again.` }}
      onClose={onClose}
    />
  );
}

function DeletePlan({ plan: { id, planName }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${planName}`}
      actionLabel="Delete plan"
      danger
      operation="plan.delete"
      input={{ id, confirm: planName }}
      phrase={planName}
      done={`${planName} is deleted.`}
      leaveTo="/plans"
      onClose={onClose}
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
      notify({ color: 'green', message: `${copy.planName} is created.` });
      onClose();
      router.push(`/plans/${copy.id}`);
    },
  });
  const preview = useDryRun('plan.duplicate', resource.validRequest);
  return (
    <Dialog onClose={onClose} title={`Duplicate ${planName}`}>
      <ResourceForm resource={resource} submitLabel="Duplicate" onCancel={onClose} api="plan.duplicate">
        <TextInput
          data-autofocus
          label="Name of the copy"
          placeholder={`${planName} (copy)`}
          autoComplete="off"
          {...resource.field('planName')}
        />
        <Consequences run={preview} />
      </ResourceForm>
    </Dialog>
  );
}
