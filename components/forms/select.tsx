'use client';

import { ComboboxChevron, type SelectProps as MantineSelectProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLoadedOnUse } from './loaded-on-use.ts';
import type { LoadedSelectProps } from './loaded-select.tsx';

export type SelectProps = Omit<MantineSelectProps, 'data' | 'value' | 'defaultValue'> & {
  data: readonly (string | { value: string; label: string })[];
  value?: string | null;
};

const load = () => import('./loaded-select.tsx');

/** Mantine's `Select`, loaded when the field is pointed at or gets the focus. Before that it is a text field. */
export function Select(props: SelectProps) {
  const { loaded, type, inputProps } = useLoadedOnUse<LoadedSelectProps, HTMLInputElement>(load);
  const [typed, setTyped] = useState<string | null>(null);
  const { data, value, searchable } = props;
  const chosen = data.find((option) => (typeof option === 'string' ? option : option.value) === value);
  const shown = (typeof chosen === 'string' ? chosen : chosen?.label) ?? '';
  if (loaded) {
    return <loaded.Field {...props} data={[...data]} shown={shown} first={loaded.first} />;
  }
  return (
    <TextInput
      {...inputPropsOf(props)}
      {...inputProps}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      rightSection={props.rightSection ?? <ComboboxChevron size={props.size ?? 'sm'} error={props.error} />}
      rightSectionPointerEvents="none"
      pointer={!searchable}
      readOnly={!searchable}
      value={typed ?? shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        type(event.currentTarget.value);
      }}
    />
  );
}

/** The props that a text field has in common with a `Select`. */
function inputPropsOf({
  label,
  description,
  error,
  placeholder,
  required,
  disabled,
  size,
  ...props
}: SelectProps) {
  const { w, style, autoComplete, onBlur } = props;
  const common = { label, description, error, placeholder, required, disabled, size };
  return {
    ...common,
    ...{ w, style, autoComplete, onBlur, 'aria-label': props['aria-label'] },
    ...('data-path' in props && { 'data-path': props['data-path'] }),
    ...('data-autofocus' in props && { 'data-autofocus': props['data-autofocus'] }),
  };
}
