'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { PopoverButton } from '../shell/popover-button.tsx';
import type { TriggerProps } from '../shell/popup-props.ts';
import { useSession } from '../shell/session-context.tsx';
import { type DayRange, periods } from './day-range.ts';

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

type DayFilterProps = Omit<TextFilterProps, 'placeholder'> & { withTime?: boolean };

export function DayFilter({ pill, label, withTime, value, onChange }: DayFilterProps) {
  const { timeZone } = useSession().provider;
  return (
    <FilterForm pill={pill} onApply={(data) => onChange(field(data, 'value'))}>
      <TextInput
        type={withTime ? 'datetime-local' : 'date'}
        name="value"
        label={label}
        description={withTime && `Time of ${timeZone}`}
        defaultValue={value}
        data-autofocus
      />
    </FilterForm>
  );
}

type DaysFilterProps = {
  pill: ReactElement<TriggerProps>;
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** Whether periods after today are offered too. */
  isAhead?: boolean;
};

/** A period, or two calendar days of the provider's zone, both inclusive; each is optional. */
export function DaysFilter({ pill, range, onChange, isAhead }: DaysFilterProps) {
  const { period, from, to } = range;
  const offered = Object.entries(periods).filter(([, each]) => isAhead || !each.isAhead);
  const apply = (data: FormData) => {
    const [first, last] = [field(data, 'from'), field(data, 'to')];
    const isReversed = first !== null && last !== null && first > last;
    onChange({ period: null, from: isReversed ? last : first, to: isReversed ? first : last });
  };
  return (
    <FilterForm pill={pill} width={330} onApply={apply}>
      {(close) => (
        <>
          <Group gap={6}>
            {offered.map(([value, { label }]) => (
              <Button
                key={value}
                size="compact-sm"
                radius="xl"
                variant={value === period ? 'filled' : 'default'}
                aria-pressed={value === period}
                onClick={() => {
                  onChange({ period: value, from: null, to: null });
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
          <Group gap="sm" grow wrap="nowrap">
            <TextInput type="date" name="from" label="From" defaultValue={from ?? ''} data-autofocus />
            <TextInput type="date" name="to" label="To" defaultValue={to ?? ''} />
          </Group>
        </>
      )}
    </FilterForm>
  );
}

type AmountsFilterProps = {
  pill: ReactElement<TriggerProps>;
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
};

/** A lowest and a highest amount, both inclusive; each is optional. */
export function AmountsFilter({ pill, from, to, onChange }: AmountsFilterProps) {
  const apply = (data: FormData) => {
    const amounts = ['from', 'to'].map((name) => (field(data, name) ?? '').replace(/[,\s]/g, ''));
    if (amounts.every(Boolean)) amounts.sort((a, b) => Number(a) - Number(b));
    onChange(amounts[0] ?? '', amounts[1] ?? '');
  };
  const input = {
    inputMode: 'decimal',
    pattern: '[0-9, ]{1,15}([.][0-9]{1,4})?',
    title: 'An amount such as 1500 or 29.99',
    autoComplete: 'off',
  } as const;
  return (
    <FilterForm pill={pill} onApply={apply}>
      <Group gap="sm" grow wrap="nowrap">
        <TextInput {...input} name="from" label="From" defaultValue={from} data-autofocus />
        <TextInput {...input} name="to" label="To" defaultValue={to} />
      </Group>
      <Text size="xs" c="dimmed">
        In the currency of each row
      </Text>
    </FilterForm>
  );
}

type FilterFormProps = {
  pill: ReactElement<TriggerProps>;
  onApply: (data: FormData) => void;
  width?: number;
  children: ReactNode | ((close: () => void) => ReactNode);
};

function FilterForm({ pill, onApply, width = 260, children }: FilterFormProps) {
  return (
    <PopoverButton position="bottom-start" width={width} button={pill}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onApply(new FormData(event.currentTarget));
            close();
          }}
        >
          <Stack gap="sm">
            {typeof children === 'function' ? children(close) : children}
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
