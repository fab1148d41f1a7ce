'use client';

import { Box } from '@mantine/core';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ClockAdvance, ClockOutlook } from '@/server/contract/portal/test-clock.ts';
import { AdvanceForm } from './advance-form.tsx';
import { ClockNow } from './clock-now.tsx';
import { EarlierAdvances } from './earlier-advances.tsx';
import { useWatched } from './use-watched.ts';

const AdvanceResult = lazyPart(() => import('./advance-result.tsx'), 'AdvanceResult');

type ClockPageProps = {
  initial: {
    clock: { now: string; offsetSeconds: number };
    outlook: ClockOutlook;
    advances: ClockAdvance[];
  };
};

/** The test clock of a sandbox: its time, what is due, and the events of the advances. */
export function ClockPage({ initial }: ClockPageProps) {
  const mayMove = useCan('clock:write');
  const watched = useWatched();
  const clock = trpc.testClock.get.useQuery({}, { initialData: initial.clock });
  const outlook = trpc.testClock.outlook.useQuery({}, { initialData: initial.outlook });
  const advances = trpc.testClock.advances.useQuery({}, { initialData: initial.advances });
  return (
    <>
      <PageHeader
        title="Test clock"
        description="Move the clock of this sandbox forward. Everything that becomes due is done in order, each at its own time."
      />
      <DetailColumns
        main={
          <>
            {mayMove && (
              <AdvanceForm
                key={clock.data.offsetSeconds}
                clock={clock.data}
                outlook={outlook.data}
                watched={watched}
              />
            )}
            {watched.id && (
              <AdvanceResult key={watched.id} id={watched.id} watched={watched} now={clock.data.now} />
            )}
            {/* On a narrow screen this is at the end. */}
            <Box hiddenFrom="md" mt="md">
              <EarlierAdvances advances={advances.data} watched={watched} />
            </Box>
          </>
        }
        side={
          <>
            <ClockNow clock={clock.data} outlook={outlook.data} />
            <Box visibleFrom="md" mt="md">
              <EarlierAdvances advances={advances.data} watched={watched} />
            </Box>
          </>
        }
      />
    </>
  );
}
