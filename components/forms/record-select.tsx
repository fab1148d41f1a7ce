'use client';

import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { daysText } from '@/server/contract/days.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import { isTerminated } from '@/server/contract/subscriber-rules.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { speedsOf } from '../format/speeds.ts';
import { humanize } from '../format/status-badge.tsx';
import { trpc } from '../trpc/client.ts';
import { Select, type SelectProps } from './select.tsx';

type Option = { value: string; label: string; description?: string };
type Found = { options: Option[]; isFetching: boolean };

export type RecordSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Offers only plans of this currency. */
  currency?: string;
  /** Offers terminated subscribers, disabled plans and retired points too. */
  all?: boolean;
  /** The chosen id, `''` for none. */
  value: string;
  onChange: (id: string) => void;
};

/** `useFound` is a hook and must not change between renders. */
type SearchedSelectProps = RecordSelectProps & {
  useFound: (q: string | undefined, offered: Offered) => Found;
};

type Offered = Pick<RecordSelectProps, 'currency' | 'all'>;

export function SubscriberSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useSubscribers} {...props} />;
}

export function PlanSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={usePlans} {...props} />;
}

export function DemarcationPointSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useDemarcationPoints} {...props} />;
}

export function SubscriptionSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useSubscriptions} {...props} />;
}

export function InvoiceSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useInvoices} {...props} />;
}

export function ChargeSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={useCharges} {...props} />;
}

export function PaymentSelect(props: RecordSelectProps) {
  return <RecordSelect useFound={usePayments} {...props} />;
}

/** Chooses a resource by a part of its name, which the server searches. */
function RecordSelect({ useFound, value, onChange, currency, all, ...props }: SearchedSelectProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const [query] = useDebouncedValue(search.trim(), 200);
  const { options, isFetching } = useFound(query && query !== chosen?.label ? query : undefined, {
    currency,
    all,
  });
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

function useSubscribers(q: string | undefined, { all }: Offered): Found {
  const { data, isFetching } = trpc.subscriber.list.useQuery(
    { q, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const selectable = (data?.data ?? []).filter((one) => all || !isTerminated(one));
  const options = selectable.map(({ id, email, phone, ...name }) => ({
    value: id,
    label: fullNameOf(name),
    description: `${email} · ${phone}`,
  }));
  return { options, isFetching };
}

function usePlans(q: string | undefined, { currency, all }: Offered): Found {
  const isDisabled = all ? undefined : false;
  const input = { q, currency, isDisabled, limit: 50, sort: 'priceAmount' } as const;
  const { data, isFetching } = trpc.plan.list.useQuery(input, { placeholderData: keepPreviousData });
  const options = (data?.data ?? []).map((plan) => ({
    value: plan.id,
    label: plan.planName,
    description: `${formatMoney(plan.priceAmount, plan.priceCurrency)} · ${speedsOf(plan)} · ${daysText(plan.billingCycleDays)}`,
  }));
  return { options, isFetching };
}

function useDemarcationPoints(q: string | undefined, { all }: Offered): Found {
  const input = { q, status: all ? undefined : ('AVAILABLE' as const), limit: 20 };
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

/** Subscriptions by their subscriber, reference or user name. The label is that of the server. */
function useSubscriptions(q: string | undefined): Found {
  const { data, isFetching } = trpc.subscription.listAll.useQuery(
    { q, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const rows = data?.data ?? [];
  const labels = trpc.labels.of.useQuery(
    { ids: rows.map(({ id }) => id) },
    { enabled: rows.length > 0, placeholderData: keepPreviousData },
  );
  const options = rows.map(({ id, externalReference, status }) => ({
    value: id,
    label: labels.data?.[id] ?? id,
    description: [humanize(status), externalReference].filter(Boolean).join(' · '),
  }));
  return { options, isFetching };
}

function useInvoices(q: string | undefined): Found {
  const { data, isFetching } = trpc.invoice.listAll.useQuery(
    { q, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const options = (data?.data ?? []).map(({ id, number, total, currency, status }) => ({
    value: id,
    label: number,
    description: `${formatMoney(total, currency)} · ${humanize(status)}`,
  }));
  return { options, isFetching };
}

function useCharges(q: string | undefined): Found {
  const { data, isFetching } = trpc.charge.listAll.useQuery(
    { q, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const options = (data?.data ?? []).map(({ id, description, amount, currency, status }) => ({
    value: id,
    label: description,
    description: `${formatMoney(amount, currency)} · ${humanize(status)}`,
  }));
  return { options, isFetching };
}

/** Payments by the start of their reference, as the search of the portal finds them. */
function usePayments(q: string | undefined): Found {
  const newest = trpc.payment.list.useQuery({ limit: 20 }, { enabled: q === undefined });
  const found = trpc.search.query.useQuery(
    { q: q ?? '' },
    { enabled: q !== undefined, placeholderData: keepPreviousData },
  );
  const recent = (newest.data?.data ?? []).map(({ id, reference, amount, currency, status }) => ({
    value: id,
    label: reference,
    description: `${formatMoney(amount, currency)} · ${humanize(status)}`,
  }));
  const matching = (found.data?.results ?? []).flatMap(({ type, id, title, status }) =>
    type === 'payment' ? [{ value: id, label: title, description: humanize(status ?? '') }] : [],
  );
  return { options: q === undefined ? recent : matching, isFetching: newest.isFetching || found.isFetching };
}
