'use client';

import { UnstyledButton } from '@mantine/core';
import { useListState } from '@/components/table/use-list-state.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DepartureReasonCounts } from '@/server/contract/portal/departure.ts';
import { departureReasonTexts } from '@/server/contract/texts/departure-texts.ts';
import { beyondReasons, departureList } from './list.ts';
import classes from './reason-bars.module.css';

/** How many cancellations have each reason, among those that the other filters leave. A bar filters the list by its reason. */
export function ReasonBars({ initial }: { initial?: DepartureReasonCounts | undefined }) {
  const { state, input, change } = useListState(departureList);
  const { data } = trpc.departure.reasons.useQuery(beyondReasons(input), {
    placeholderData: (previous) => previous ?? initial,
  });
  const counts = (data ?? []).toSorted((a, b) => b.count - a.count);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const { reason: chosen = '', hasReason = '' } = state.filters;
  return (
    <section aria-label="Reasons" className={classes.root}>
      {counts.map(({ reason, count }) => {
        const isChosen = reason === null ? hasReason === 'false' : chosen === reason;
        const filters =
          reason === null
            ? { reason: '', hasReason: isChosen ? '' : 'false' }
            : { reason: isChosen ? '' : reason, hasReason: '' };
        return (
          <UnstyledButton
            key={reason ?? 'none'}
            className={classes.row}
            aria-pressed={isChosen}
            onClick={() => change({ filters })}
          >
            <span className={classes.label}>
              {reason === null ? 'Not given' : departureReasonTexts[reason]}
            </span>
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(100 * count) / all}%` }} />
            </span>
            <span className={classes.count}>
              {count.toLocaleString('en')} · {Math.round((100 * count) / all)} %
            </span>
          </UnstyledButton>
        );
      })}
    </section>
  );
}
