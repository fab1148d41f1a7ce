'use client';

import { RelatedList } from '@/components/detail/related-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';

/** The prices that a plan has had, and who set them. */
export function PriceHistory({ id }: { id: string }) {
  const { data, error, refetch } = trpc.plan.priceHistory.useQuery({ id });
  return (
    <RelatedList
      title="Price history"
      query={{ data, error, refetch }}
      primary={({ after }) => <MoneyText {...after} />}
      secondary={({ before, by }) => (
        <>
          {before ? (
            <>
              before <MoneyText {...before} />
            </>
          ) : (
            'at creation'
          )}
          , by {by}
        </>
      )}
      aside={({ at }) => <TimeText value={at} />}
      empty="The audit trail has no price of this plan."
    />
  );
}
