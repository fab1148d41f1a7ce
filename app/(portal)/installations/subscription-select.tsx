'use client';

import { humanize } from '@/components/format/status-badge.tsx';
import { Select, type SelectProps } from '@/components/forms/select.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { hasEnded } from '@/server/contract/subscription-rules.ts';

type SubscriptionSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** The subscriber whose subscriptions are offered; `''` while none is chosen. */
  subscriberId: string;
  value: string;
  onChange: (id: string) => void;
};

/** Chooses one of a subscriber's subscriptions that have not ended. */
export function SubscriptionSelect({ subscriberId, value, onChange, ...props }: SubscriptionSelectProps) {
  const { data, isFetching } = trpc.subscription.list.useQuery(
    { subscriberId, limit: 100 },
    { enabled: subscriberId !== '' },
  );
  const open = (data?.data ?? []).filter((row) => !hasEnded(row));
  const ids = [...new Set(open.map(({ planId }) => planId))];
  const planNames = trpc.labels.of.useQuery({ ids }, { enabled: ids.length > 0 }).data;
  return (
    <Select
      {...props}
      disabled={subscriberId === ''}
      placeholder={
        subscriberId === ''
          ? 'Choose a subscriber first'
          : isFetching
            ? 'Loading…'
            : open.length === 0
              ? 'No open subscription'
              : 'Choose one'
      }
      data={open.map(({ id, planId, status, externalReference }) => ({
        value: id,
        label: [planNames?.[planId] ?? planId, externalReference, humanize(status)]
          .filter(Boolean)
          .join(' · '),
      }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
