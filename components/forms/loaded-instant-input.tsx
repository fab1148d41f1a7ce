'use client';

import '@mantine/dates/styles.layer.css';

import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { instantAt, wallTime } from '@/server/contract/zoned-time.ts';
import { type FirstUse, useTakenFocus } from './loaded-on-use.ts';

export type InstantInputProps = Omit<
  DateTimePickerProps,
  'value' | 'defaultValue' | 'onChange' | 'minDate' | 'valueFormat' | 'type'
> & {
  /** ISO 8601 in UTC, `''` for none. */
  value: string;
  onChange: (instant: string) => void;
  /** Days before that of this instant cannot be chosen. */
  notBefore?: string;
};

export type LoadedInstantInputProps = InstantInputProps & { first: FirstUse };

/** The field of `<InstantInput>`, from its first use on. */
export default function LoadedInstantInput(props: LoadedInstantInputProps) {
  const { value, onChange, notBefore, description, first, ...others } = props;
  const ref = useTakenFocus<HTMLButtonElement>(first);
  const { timeZone, day } = todayOf(useSession().provider);
  return (
    <DateTimePicker
      size="sm"
      clearable
      hideOutsideDates
      weekendDays={[]}
      valueFormat="D MMM YYYY, HH:mm"
      defaultTimeValue="09:00"
      submitButtonProps={{ 'aria-label': 'Use this time' }}
      clearButtonProps={{ 'aria-label': 'No time' }}
      nextLabel="Next month"
      previousLabel="Previous month"
      timePickerProps={{ 'aria-label': 'Time', hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      description={description ?? `Time of ${timeZone}`}
      {...others}
      ref={ref}
      defaultDate={day}
      minDate={notBefore && wallTime(notBefore, timeZone).slice(0, 10)}
      value={value ? wallTime(value, timeZone) : null}
      onChange={(wall) => onChange((wall && instantAt(wall, timeZone)) || '')}
    />
  );
}
