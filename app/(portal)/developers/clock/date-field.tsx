'use client';

import { DAY_MS, MAX_ADVANCE_DAYS } from '@/server/contract/days.ts';
import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { useSession } from '@/components/shell/session-context.tsx';
import { instantAt, wallTime } from '@/server/contract/zoned-time.ts';

type DateFieldProps = {
  now: string;
  /** ISO 8601 in UTC. */
  value: string | null;
  onChange: (instant: string | null) => void;
};

/** A date and time of day in the provider's zone, from now to the limit of one call. */
export function DateField({ now, value, onChange }: DateFieldProps) {
  const { timeZone } = useSession().provider;
  const latest = new Date(Date.parse(now) + MAX_ADVANCE_DAYS * DAY_MS).toISOString();
  return (
    <DateTimePicker
      label="Date and time"
      description={`In ${timeZone}; at most ${MAX_ADVANCE_DAYS} days ahead`}
      placeholder="Choose"
      maw={280}
      value={value && wallTime(value, timeZone)}
      onChange={(wall) => onChange(wall && instantAt(wall, timeZone))}
      minDate={wallTime(now, timeZone)}
      maxDate={wallTime(latest, timeZone)}
      valueFormat="DD MMM YYYY, HH:mm"
      timePickerProps={{
        'aria-label': 'Time of day',
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
      }}
      submitButtonProps={{ 'aria-label': 'Use this date' }}
      clearable
      clearButtonProps={{ 'aria-label': 'No date' }}
      ariaLabels={{
        monthLevelControl: 'Choose the month',
        yearLevelControl: 'Choose the year',
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next decade',
        previousDecade: 'Previous decade',
      }}
      // Weekends are not red, because red means an error.
      weekendDays={[]}
    />
  );
}
