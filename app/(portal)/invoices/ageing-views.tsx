'use client';

import { formatMoney } from '@/components/format/format-money.ts';
import { QuickViews } from '@/components/table/quick-views.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { ageings } from '@/server/contract/enums.ts';
import type { InvoiceAgeing } from '@/server/contract/invoice.ts';
import { ageingNames } from './labels.ts';
import { invoiceList } from './list.ts';

/** All invoices, and those still owed by how long they have been due, with what they come to. */
export function AgeingViews({ initial }: { initial: InvoiceAgeing }) {
  const { data: sums } = trpc.invoice.ageing.useQuery({}, { initialData: initial });
  return (
    <QuickViews
      definition={invoiceList}
      keys={['status', 'ageing']}
      views={[
        { label: 'All', filters: {} },
        { label: 'Open', filters: { status: 'OPEN' }, ...inAll(sums) },
        ...ageings.map((ageing) => ({
          label: ageingNames[ageing],
          filters: { ageing },
          ...inAll(sums.filter((sum) => sum.ageing === ageing)),
        })),
        { label: 'Paid', filters: { status: 'PAID' } },
        { label: 'Void', filters: { status: 'VOID' } },
      ]}
    />
  );
}

/** How many there are and what they come to, in each currency by itself. */
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
