'use client';

import '@mantine/dates/styles.layer.css';

import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { type FirstUse, useTakenFocus } from './loaded-on-use.ts';

export type DayInputProps = Omit<
  DatePickerInputProps<'default'>,
  'value' | 'defaultValue' | 'onChange' | 'valueFormat' | 'type'
> & {
  /** A calendar day as YYYY-MM-DD, `''` for none. */
  value: string;
  onChange: (day: string) => void;
};

export type LoadedDayInputProps = DayInputProps & { first: FirstUse };

/** The field of `<DayInput>`, from its first use on. */
export default function LoadedDayInput({ value, onChange, first, ...others }: LoadedDayInputProps) {
  const ref = useTakenFocus<HTMLButtonElement>(first);
  const { day: today } = todayOf(useSession().provider);
  return (
    <DatePickerInput
      size="sm"
      clearable
      hideOutsideDates
      weekendDays={[]}
      defaultDate={today}
      valueFormat="D MMM YYYY"
      clearButtonProps={{ 'aria-label': 'No day' }}
      nextLabel="Next month"
      previousLabel="Previous month"
      {...others}
      ref={ref}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
