'use client';

import { Input, InputBase } from '@mantine/core';
import { formatDay } from '@/server/contract/texts/format-time.ts';
import type { DayInputProps, LoadedDayInputProps } from './loaded-day-input.tsx';
import { useLoadedOnUse } from './loaded-on-use.ts';

const load = () => import('./loaded-day-input.tsx');

/** A calendar day. The calendar is loaded when the field is pointed at or gets the focus. */
export function DayInput(props: DayInputProps) {
  const { label, description, error, placeholder, required, disabled, value } = props;
  const { loaded, inputProps } = useLoadedOnUse<LoadedDayInputProps, HTMLButtonElement>(load);
  if (loaded) return <loaded.Field {...props} first={loaded.first} />;
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      {...{ label, description, error, required, disabled }}
      {...inputProps}
    >
      {value ? formatDay(value) : <Input.Placeholder>{placeholder}</Input.Placeholder>}
    </InputBase>
  );
}
