'use client';

import '@mantine/dates/styles.layer.css';

import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { dayOf } from '@/server/contract/zoned-time.ts';
import classes from './calendar.module.css';
import { daysShown, isDay, titleOf, turn } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { Unscheduled } from './unscheduled.tsx';
import { useAppointments } from './use-appointments.ts';

const parsers = {
  cal: parseAsStringLiteral(['month', 'week'] as const).withDefault('month'),
  day: parseAsString,
};

/** Appointments on the days of the provider's zone, by month or week, with unscheduled installations beside them. */
export function Calendar({ now }: { now: string }) {
  const { timeZone } = useSession().provider;
  const [{ cal: mode, day: dayParam }, set] = useQueryStates(parsers, { history: 'push' });
  const today = dayOf(now, timeZone);
  const day = dayParam && isDay(dayParam) ? dayParam : today;
  const days = daysShown(mode, day);
  const { byDay, total, shown, isLoaded, isFetching, error, refetch } = useAppointments(days);
  const go = (to: string) => void set({ day: to === today ? null : to });
  return (
    <div className={classes.root}>
      <div className={classes.main}>
        <Group justify="space-between" gap="sm" mb="sm">
          <Group gap={4}>
            <ActionIcon size="lg" aria-label={`Previous ${mode}`} onClick={() => go(turn(mode, day, -1))}>
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon size="lg" aria-label={`Next ${mode}`} onClick={() => go(turn(mode, day, 1))}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
            <h2 className={classes.title} aria-live="polite">
              {titleOf(mode, day)}
            </h2>
          </Group>
          <Group gap="xs">
            <DatePickerInput
              aria-label="Go to day"
              size="xs"
              valueFormat="D MMM YYYY"
              hideOutsideDates
              weekendDays={[]}
              value={day}
              onChange={(to) => to && go(to)}
              nextLabel="Next month"
              previousLabel="Previous month"
              w={124}
            />
            <Button size="compact-md" variant="default" onClick={() => go(today)} disabled={day === today}>
              Today
            </Button>
            <SegmentedControl
              size="xs"
              aria-label="Days shown"
              value={mode}
              onChange={(cal) => void set({ cal })}
              data={[
                { value: 'month', label: 'Month' },
                { value: 'week', label: 'Week' },
              ]}
            />
          </Group>
        </Group>
        {error ? (
          <ProblemAlert problem={toApiProblem(error)} onRetry={refetch} />
        ) : (
          <CalendarGrid
            mode={mode}
            days={days}
            month={mode === 'month' ? day.slice(0, 7) : null}
            today={today}
            now={now}
            byDay={byDay}
            isFetching={isFetching}
            weekHref={(of) => `/installations?view=calendar&cal=week&day=${of}`}
          />
        )}
        {shown < total && (
          <Text size="sm" c="dimmed" mt="xs">
            The first {shown} of {total} appointments are shown. The week view shows fewer.
          </Text>
        )}
      </div>
      {/* Below the days on a phone: the days that come later would move it. */}
      {isLoaded && <Unscheduled />}
    </div>
  );
}
