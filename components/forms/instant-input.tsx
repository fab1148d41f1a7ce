'use client';

import { Input, InputBase } from '@mantine/core';
import { useSession } from '@/components/shell/session-context.tsx';
import { formatTime } from '@/server/contract/texts/format-time.ts';
import type { InstantInputProps, LoadedInstantInputProps } from './loaded-instant-input.tsx';
import { useLoadedOnUse } from './loaded-on-use.ts';

const load = () => import('./loaded-instant-input.tsx');

/**
 * A time chosen as the clocks of the provider's zone show it; its value is the instant. The calendar is loaded when the
 * field is pointed at or gets the focus.
 */
export function InstantInput(props: InstantInputProps) {
  const { label, description, error, placeholder, required, disabled, value } = props;
  const { loaded, inputProps } = useLoadedOnUse<LoadedInstantInputProps, HTMLButtonElement>(load);
  const { timeZone } = useSession().provider;
  if (loaded) return <loaded.Field {...props} first={loaded.first} />;
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      {...{ label, error, required, disabled }}
      description={description ?? `Time of ${timeZone}`}
      {...('data-autofocus' in props && { 'data-autofocus': props['data-autofocus'] })}
      {...inputProps}
    >
      {value ? formatTime(value, timeZone) : <Input.Placeholder>{placeholder}</Input.Placeholder>}
    </InputBase>
  );
}
