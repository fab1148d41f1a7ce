'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { PopoverButton } from '../shell/popover-button.tsx';
import type { TriggerProps } from '../shell/popup-props.ts';

type TextFilterProps = {
  pill: ReactElement<TriggerProps>;
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string | null) => void;
};

export function TextFilter({ pill, label, placeholder, value, onChange }: TextFilterProps) {
  return (
    <FilterForm pill={pill} onApply={(data) => onChange(field(data, 'value'))}>
      <TextInput name="value" label={label} placeholder={placeholder} defaultValue={value} data-autofocus />
    </FilterForm>
  );
}

type DayFilterProps = Omit<TextFilterProps, 'placeholder'> & { description?: string };

export function DayFilter({ pill, label, description, value, onChange }: DayFilterProps) {
  return (
    <FilterForm pill={pill} onApply={(data) => onChange(field(data, 'value'))}>
      <TextInput
        type="date"
        name="value"
        label={label}
        description={description}
        defaultValue={value}
        data-autofocus
      />
    </FilterForm>
  );
}

type DaysFilterProps = {
  pill: ReactElement<TriggerProps>;
  from: string | null;
  to: string | null;
  onChange: (from: string | null, to: string | null) => void;
};

/** Two calendar days of the provider's zone, both inclusive; each is optional. */
export function DaysFilter({ pill, from, to, onChange }: DaysFilterProps) {
  const apply = (data: FormData) => {
    const [first, last] = [field(data, 'from'), field(data, 'to')];
    if (first && last && first > last) onChange(last, first);
    else onChange(first, last);
  };
  return (
    <FilterForm pill={pill} onApply={apply}>
      <TextInput type="date" name="from" label="From" defaultValue={from ?? ''} data-autofocus />
      <TextInput type="date" name="to" label="Until" description="Included" defaultValue={to ?? ''} />
    </FilterForm>
  );
}

type FilterFormProps = {
  pill: ReactElement<TriggerProps>;
  onApply: (data: FormData) => void;
  children: ReactNode;
};

function FilterForm({ pill, onApply, children }: FilterFormProps) {
  return (
    <PopoverButton position="bottom-start" width={260} button={pill}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onApply(new FormData(event.currentTarget));
            close();
          }}
        >
          <Stack gap="sm">
            {children}
            <Group justify="flex-end">
              <Button type="submit" size="compact-md">
                Apply
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </PopoverButton>
  );
}

function field(data: FormData, name: string): string | null {
  return String(data.get(name) ?? '').trim() || null;
}
