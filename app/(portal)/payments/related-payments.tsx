'use client';

import type { ReactNode } from 'react';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { PaymentsMade } from './account-lists.tsx';
import { paymentList } from './list.ts';

type RelatedPaymentsProps = {
  title?: string;
  /** The subscriber or the debt. The linked list has the same filters. */
  filters: Partial<Record<'subscriberId' | 'subscriptionId' | 'chargeId' | 'invoiceId', string>>;
  empty: string;
  limit?: number;
  action?: ReactNode;
};

/** The newest payments of a subscriber, a subscription, an invoice or a charge, with a link to all of them. */
export function RelatedPayments({ filters, limit = 5, ...list }: RelatedPaymentsProps) {
  const query = trpc.payment.list.useQuery({ ...filters, limit });
  const all = { label: 'All payments', href: listHref(paymentList, { filters }) };
  return <PaymentsMade {...list} query={query} all={all} />;
}
