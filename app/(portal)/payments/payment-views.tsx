'use client';

import { QuickViews, viewsOf } from '@/components/table/quick-views.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { paymentTabs } from '@/server/contract/portal/list-tabs.ts';
import { paymentList } from './list.ts';

/** Quick views: payments by the work that is left, with their counts. */
export function PaymentViews() {
  const { data: counts } = trpc.payment.counts.useQuery({});
  return (
    <QuickViews
      definition={paymentList}
      keys={['status', 'refundDue']}
      views={viewsOf(paymentTabs, counts, { refundDue: 'Refund due' })}
    />
  );
}
