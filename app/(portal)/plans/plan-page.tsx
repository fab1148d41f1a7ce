'use client';

import { DetailPage } from '@/components/detail/detail-page.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { statusOf } from './labels.ts';
import { planList } from './list.ts';
import { PlanOverview } from './plan-overview.tsx';
import { type PlanDialog, usePlanActions } from './use-plan-actions.tsx';

const PlanDialogs = lazyPart(() => import('./plan-dialogs.tsx'), 'PlanDialogs');

/** One plan: its terms, its price against the floor, its subscriptions and its actions. */
export function PlanPage({ initial, floors }: { initial: PlanSnapshot; floors: FloorTier[] }) {
  const { id } = initial;
  const { data: plan } = trpc.plan.get.useQuery({ id }, { initialData: initial });
  const dialogs = useDialogs<PlanDialog>();
  const actions = usePlanActions(plan, dialogs.opens);
  const mayWrite = useCan('plans:write');
  return (
    <DetailPage
      list={planList}
      value={plan}
      title={plan.planName}
      status={statusOf(plan).status}
      statusLabel={statusOf(plan).label}
      context={<MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} />}
      primary={mayWrite && <EditButton href={`/plans/${id}/edit`} />}
      actions={mayWrite ? actions : []}
      overview={() => <PlanOverview plan={plan} floors={floors} />}
    >
      {dialogs.opened && <PlanDialogs plan={plan} dialog={dialogs.opened} onClose={dialogs.close} />}
    </DetailPage>
  );
}
