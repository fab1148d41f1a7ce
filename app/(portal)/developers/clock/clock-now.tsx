'use client';

import { Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { ClockOutlook } from '@/server/contract/portal/test-clock.ts';
import classes from './clock.module.css';
import { dueWorkLabels, firstDue, formatDuration } from './labels.ts';

type ClockNowProps = { clock: { now: string; offsetSeconds: number }; outlook: ClockOutlook };

export function ClockNow({ clock, outlook }: ClockNowProps) {
  const next = firstDue(outlook.kinds);
  const kind = outlook.kinds.find(({ first }) => first === next);
  return (
    <Panel title="Now">
      <div className={classes.now}>
        <TimeText value={clock.now} />
      </div>
      <Text c="dimmed" size="sm">
        {clock.offsetSeconds > 0
          ? `${formatDuration(clock.offsetSeconds)} ahead of real time`
          : 'The same as real time'}
      </Text>
      <Text size="sm" mt="sm">
        {next && kind ? (
          <>
            Next due: {dueWorkLabels[kind.name].toLowerCase()}, <TimeText value={next} />
          </>
        ) : (
          'Nothing is due.'
        )}
      </Text>
    </Panel>
  );
}
