'use client';

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { saleOf } from './labels.ts';
import { PlanOverview } from './plan-overview.tsx';
import { type PlanDialog, usePlanActions } from './use-plan-actions.tsx';

const PlanDialogs = lazyPart(() => import('./plan-dialogs.tsx'), 'PlanDialogs');

/** One plan: its terms against the floor, who is on it, and all that can be done with it. */
export function PlanPage({ initial, floors }: { initial: PlanSnapshot; floors: FloorTier[] }) {
  const { id } = initial;
  const { data: plan } = trpc.plan.get.useQuery({ id }, { initialData: initial });
  const [dialog, setDialog] = useState<PlanDialog | null>(null);
  const actions = usePlanActions(plan, setDialog);
  const mayWrite = useCan('plans:write');
  return (
    <>
      <DetailHeader
        title={plan.planName}
        id={id}
        parent={{ label: 'Plans', href: '/plans' }}
        status={saleOf(plan).status}
        statusLabel={saleOf(plan).label}
        context={<MoneyText amount={plan.priceAmount} currency={plan.priceCurrency} />}
        primary={
          mayWrite && (
            <Button
              component={Link}
              href={`/plans/${id}/edit`}
              prefetch={false}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit
            </Button>
          )
        }
        actions={mayWrite ? actions : []}
      />
      <DetailTabs
        noun="plan"
        value={plan}
        tabs={[
          { key: 'overview', label: 'Overview', render: () => <PlanOverview plan={plan} floors={floors} /> },
        ]}
      />
      {dialog && <PlanDialogs plan={plan} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
