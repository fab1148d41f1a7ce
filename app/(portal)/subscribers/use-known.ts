'use client';

import { formatTime } from '@/components/format/format-time.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import type { Known } from './follow.ts';

/** Everything that decides what an action on a subscriber leads to; null while it is being read. */
export function useKnown(
  subscriber: SubscriberSnapshot,
  subscriptions: SubscriptionSnapshot[],
  nameOf: Known['nameOf'],
): { known: Known | null; error: unknown } {
  const { provider } = useSession();
  const subscriberId = subscriber.id;
  const invoices = trpc.invoice.list.useQuery({ subscriberId, status: 'OPEN', limit: 100 }, { staleTime: 0 });
  const payments = trpc.payment.list.useQuery(
    { subscriberId, status: 'PENDING', limit: 100 },
    { staleTime: 0 },
  );
  const error = invoices.error ?? payments.error;
  if (!invoices.data || !payments.data) return { known: null, error };
  const known = {
    subscriber,
    subscriptions,
    openInvoices: invoices.data.data,
    pendingPayments: payments.data.data,
    nameOf,
    timeOf: (instant: string) => formatTime(instant, provider.timeZone),
  };
  return { known, error };
}
