'use client';

import { Text, UnstyledButton } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { ClockAdvance } from '@/server/contract/portal/test-clock.ts';
import classes from './clock.module.css';
import { formatDuration } from './labels.ts';
import type { Watched } from './use-watched.ts';

type EarlierAdvancesProps = { advances: ClockAdvance[]; watched: Watched };

export function EarlierAdvances({ advances, watched }: EarlierAdvancesProps) {
  return (
    <Panel title="Earlier advances" flush>
      {advances.length === 0 && (
        <Text c="dimmed" p="md">
          The clock has not been moved yet.
        </Text>
      )}
      <ol className={classes.advances}>
        {advances.map(({ correlationId, from, to, actorName }) => (
          <li key={correlationId}>
            <UnstyledButton
              className={classes.advance}
              onClick={() => void watched.watch(correlationId)}
              aria-current={watched.id === correlationId || undefined}
            >
              <span>
                To <TimeText value={to} />
              </span>
              <Text size="sm" c="dimmed" component="span">
                {formatDuration((Date.parse(to) - Date.parse(from)) / 1_000)}, {actorName}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
