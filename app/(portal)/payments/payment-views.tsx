'use client';

import { QuickViews } from '@/components/table/quick-views.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { paymentList } from './list.ts';

const wanted = [
  { label: 'Refund due', filters: { refundDue: 'true' }, input: { refundDue: true } },
  { label: 'Pending', filters: { status: 'PENDING' }, input: { status: 'PENDING' } },
  { label: 'Failed', filters: { status: 'FAILED' }, input: { status: 'FAILED' } },
  { label: 'Expired', filters: { status: 'EXPIRED' }, input: { status: 'EXPIRED' } },
  { label: 'Completed', filters: { status: 'COMPLETED' }, input: { status: 'COMPLETED' } },
] as const;

/** Quick views: payments by the work that is left, with their counts. */
export function PaymentViews() {
  const counts = trpc.useQueries((t) => wanted.map(({ input }) => t.payment.list({ ...input, limit: 1 })));
  return (
    <QuickViews
      definition={paymentList}
      keys={['status', 'refundDue']}
      views={[
        { label: 'All', filters: {} },
        ...wanted.map(({ label, filters }, index) => ({
          label,
          filters,
          count: counts[index]?.data?.meta.total,
        })),
      ]}
    />
  );
}
