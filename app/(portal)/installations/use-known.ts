'use client';

import { formatTime } from '@/components/format/format-time.ts';
import { notify } from '@/components/shell/notify.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import type { Known } from './follow.ts';

/** Everything that decides what an action on an installation leads to; null while it is being read. */
export function useKnown(installation: InstallationSnapshot): Known | null {
  const { timeZone } = useSession().provider;
  const { chargeId, subscriberId } = installation;
  const hasFee = { enabled: chargeId !== null, staleTime: 0 };
  const fee = trpc.charge.get.useQuery({ subscriberId, chargeId: chargeId ?? '' }, hasFee);
  const payments = trpc.payment.list.useQuery(
    { chargeId: chargeId ?? '', status: 'PENDING', limit: 1 },
    hasFee,
  );
  if (chargeId !== null && (!fee.data || !payments.data)) return null;
  return {
    installation,
    fee: fee.data ?? null,
    pendingPayments: payments.data?.meta.total ?? 0,
    timeOf: (instant) => formatTime(instant, timeZone),
  };
}

/** Takes a changed installation over into the page, and what may follow from it is asked for again. */
export function useAfterChange(id: string) {
  const utils = trpc.useUtils();
  return {
    client: utils.client,
    keep: (after: InstallationSnapshot) => utils.installation.get.setData({ id }, after),
    finish: (message: string) => {
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}
