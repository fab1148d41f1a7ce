'use client';

import { QuickViews } from '@/components/table/quick-views.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { InvoiceAgeing } from '@/server/contract/portal/invoice.ts';
import { ageings } from '@/server/contract/portal/invoice-values.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { ageingNames } from './labels.ts';
import { invoiceList } from './list.ts';

/** Quick views: all invoices, and the open ones by age, with their sums. */
export function AgeingViews({ initial }: { initial: InvoiceAgeing }) {
  const { data: sums } = trpc.invoice.ageing.useQuery({}, { initialData: initial });
  const { data: counts } = trpc.invoice.counts.useQuery({});
  return (
    <QuickViews
      definition={invoiceList}
      keys={['status', 'ageing', 'overdue']}
      views={[
        { label: 'All', filters: {} },
        { label: 'Open', filters: { status: 'OPEN' }, ...inAll(sums) },
        ...ageings.map((ageing) => ({
          label: ageingNames[ageing],
          filters: { ageing },
          ...inAll(sums.filter((sum) => sum.ageing === ageing)),
        })),
        { label: 'Paid', filters: { status: 'PAID' }, count: counts?.PAID },
        { label: 'Void', filters: { status: 'VOID' }, count: counts?.VOID },
      ]}
    />
  );
}

/** Their count, and their sum in each currency. */
function inAll(sums: InvoiceAgeing) {
  const byCurrency = new Map<string, number>();
  for (const { currency, amountDue } of sums) {
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amountDue);
  }
  const amounts = [...byCurrency].map(([currency, amount]) => formatMoney(amount, currency));
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    detail: amounts.length > 0 ? amounts.join(' · ') : 'nothing due',
  };
}
