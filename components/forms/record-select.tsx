'use client';

import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { daysText } from '@/server/contract/days.ts';
import { formatMoney } from '@/server/contract/format-money.ts';
import { isTerminated } from '@/server/contract/subscriber-rules.ts';
import { speedsOf } from '../format/speeds.ts';
import { trpc } from '../trpc/client.ts';
import { Select, type SelectProps } from './select.tsx';

type Option = { value: string; label: string; description?: string };
type Found = { options: Option[]; isFetching: boolean };

type RecordSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Offers only plans of this currency. */
  currency?: string;
  /** The chosen id, `''` for none. */
  value: string;
  onChange: (id: string) => void;
};

/** `useFound` is a hook and must not change between renders. */
type SearchedSelectProps = RecordSelectProps & {
  useFound: (q: string | undefined, currency?: string) => Found;
};

export function SubscriberSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useSubscribers} {...props} />;
}

export function PlanSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={usePlans} {...props} />;
}

export function DemarcationPointSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useDemarcationPoints} {...props} />;
}

/** Chooses a resource by a part of its name, which the server searches. */
function RecordSelect({ useFound, value, onChange, currency, ...props }: SearchedSelectProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const [query] = useDebouncedValue(search.trim(), 200);
  const { options, isFetching } = useFound(query && query !== chosen?.label ? query : undefined, currency);
  const known = [...options, ...(chosen ? [chosen] : [])].find((option) => option.value === value);
  // An id from the URL has no name yet.
  const label = trpc.labels.of.useQuery({ ids: [value] }, { enabled: value !== '' && !known });
  const named = value && !known && label.data?.[value] ? [{ value, label: label.data[value] }] : [];
  const missing = known && !options.includes(known) ? [known] : named;
  const data: Option[] = [...missing, ...options];
  return (
    <Select
      {...props}
      data={data}
      value={value || null}
      onChange={(id) => {
        setChosen(data.find((option) => option.value === id) ?? null);
        onChange(id ?? '');
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose none' }}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nothing matches'}
      rightSection={isFetching && search ? <Loader size={16} /> : undefined}
      autoComplete="off"
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <div>
          <div>{option.label}</div>
          <Text size="sm" c="dimmed">
            {(option as Option).description}
          </Text>
        </div>
      )}
    />
  );
}

function useSubscribers(q: string | undefined): Found {
  const { data, isFetching } = trpc.subscriber.list.useQuery(
    { q, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const selectable = (data?.data ?? []).filter((one) => !isTerminated(one));
  const options = selectable.map(({ id, firstName, lastName, email, phone }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
    description: `${email} · ${phone}`,
  }));
  return { options, isFetching };
}

function usePlans(q: string | undefined, currency?: string): Found {
  const input = { q, currency, isDisabled: false, limit: 50, sort: 'priceAmount' } as const;
  const { data, isFetching } = trpc.plan.list.useQuery(input, { placeholderData: keepPreviousData });
  const options = (data?.data ?? []).map((plan) => ({
    value: plan.id,
    label: plan.planName,
    description: `${formatMoney(plan.priceAmount, plan.priceCurrency)} · ${speedsOf(plan)} · ${daysText(plan.billingCycleDays)}`,
  }));
  return { options, isFetching };
}

function useDemarcationPoints(q: string | undefined): Found {
  const input = { q, status: 'AVAILABLE', limit: 20 } as const;
  const { data, isFetching } = trpc.demarcationPoint.list.useQuery(input, {
    placeholderData: keepPreviousData,
  });
  const options = (data?.data ?? []).map(({ id, name, street, city, accessType }) => ({
    value: id,
    label: name,
    description: [accessType, street, city].filter(Boolean).join(' · '),
  }));
  return { options, isFetching };
}
