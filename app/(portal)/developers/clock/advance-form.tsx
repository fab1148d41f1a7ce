'use client';

import { Button, Chip, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { apiRequestOf } from '@/components/forms/api-request.ts';
import { AsApiRequest } from '@/components/forms/as-api-request.tsx';
import { useIdempotencyKey } from '@/components/forms/use-idempotency-key.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { DAY_MS } from '@/server/contract/days.ts';
import type { ClockOutlook } from '@/server/contract/portal/test-clock.ts';
import { DueUntil } from './due-until.tsx';
import { firstDue } from './labels.ts';
import type { Watched } from './use-watched.ts';

const DateField = lazyPart(() => import('./date-field.tsx'), 'DateField', <Skeleton h={36} maw={280} />);

type AdvanceFormProps = {
  clock: { now: string };
  outlook: ClockOutlook;
  watched: Watched;
};

type Choice = 'due' | 'day' | 'window' | 'month' | 'date';

/** Chooses a time, shows what is due until then and advances the clock in one call. */
export function AdvanceForm({ clock, outlook, watched }: AdvanceFormProps) {
  const next = firstDue(outlook.kinds);
  const nextWindow = firstDue(outlook.kinds, 'renewal window');
  const [choice, setChoice] = useState<Choice>(next ? 'due' : 'day');
  const [date, setDate] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const utils = trpc.useUtils();
  const router = useRouter();

  const targets: Record<Choice, string | null> = {
    due: next,
    day: dayAfter(clock.now),
    window: nextWindow,
    month: monthAfter(clock.now),
    date,
  };
  const target = targets[choice];
  const request = choice === 'day' ? { by: { days: 1 } } : { to: target ?? undefined };
  const idempotencyKey = useIdempotencyKey(request);

  const advance = async () => {
    if (!target) return;
    const correlationId = crypto.randomUUID();
    setBusy(true);
    setProblem(null);
    await watched.watch(correlationId, target);
    try {
      await utils.client.testClock.advance.mutate(request, { context: { idempotencyKey, correlationId } });
      await watched.arrived();
      // Any resource may have changed, and so may the time that every page shows.
      await utils.invalidate();
      router.refresh();
    } catch (error) {
      setProblem(toApiProblem(error));
      await watched.forget();
    }
    setBusy(false);
  };

  return (
    <Panel title="Advance">
      <Stack gap="md">
        {problem && <ProblemAlert problem={problem} />}
        <Chip.Group value={choice} onChange={(value) => setChoice(value as Choice)}>
          <Group gap="xs" role="radiogroup" aria-label="Advance to">
            <Chip value="due" disabled={!next || busy}>
              Next due item
            </Chip>
            <Chip value="day" disabled={busy}>
              1 day
            </Chip>
            <Chip value="window" disabled={!nextWindow || busy}>
              Next renewal window
            </Chip>
            <Chip value="month" disabled={busy}>
              1 month
            </Chip>
            <Chip value="date" disabled={busy}>
              A date
            </Chip>
          </Group>
        </Chip.Group>
        {choice === 'date' && <DateField now={clock.now} value={date} onChange={setDate} />}
        {target ? (
          <DueUntil until={target} />
        ) : (
          <Text c="dimmed">Choose a date to see what is due until then.</Text>
        )}
        <Group justify="space-between" align="flex-start">
          <Button onClick={advance} loading={busy} disabled={!target}>
            {target ? (
              <>
                Advance to&nbsp;
                <TimeText value={target} />
              </>
            ) : (
              'Advance'
            )}
          </Button>
          <AsApiRequest
            request={apiRequestOf('testClock.advance', request)}
            idempotencyKey={idempotencyKey}
          />
        </Group>
      </Stack>
    </Panel>
  );
}

function dayAfter(now: string): string {
  return new Date(Date.parse(now) + DAY_MS).toISOString();
}

/** The same day of the next month, or its last one where it has no such day. */
function monthAfter(now: string): string {
  const then = new Date(now);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + 1);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return then.toISOString();
}
