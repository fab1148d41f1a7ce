'use client';

import { Button } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { formatDay } from '@/server/contract/texts/format-time.ts';
import type { TriggerProps } from '../shell/popup-props.ts';
import { type DayRange, periods } from './day-range.ts';
import { AmountsFilter, DayFilter, DaysFilter, TextFilter } from './filter-inputs.tsx';
import { FilterPill } from './filter-pill.tsx';
import {
  chosenOptions,
  filtersOfRange,
  type ListDefinition,
  type ListFilter,
  rangeOf,
  without,
} from './list-definition.ts';
import { OptionsFilter } from './options-filter.tsx';
import { RecordFilter } from './record-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';
import { useFilterNames } from './use-filter-names.ts';
import type { ListControls } from './use-list-state.ts';

type FilterBarProps = {
  definition: ListDefinition;
  list: ListControls;
  /** Names of the resources that the list is filtered by, by id, as far as they are known. */
  names: Record<string, string> | undefined;
};

/** A bar with more filters than this offers the first ones, and the others on request: a second row is not read. */
const ONE_ROW = 8;
const FIRST = 6;

/** One pill for each filter of a list: dashed while it is off, else with its value and a button that clears it. */
export function FilterBar({ definition, list, names: known }: FilterBarProps) {
  const { state, change, clear, isFiltered } = list;
  const names = useFilterNames(definition, state, known);
  const pillOf = (filter: ListFilter) => (
    <FilterPill
      key={filter.key}
      label={filter.label}
      value={filterText(filter, state.filters, names)}
      onRemove={() => change({ filters: without(filter) })}
      renderInput={(pill) => (
        <FilterInput
          filter={filter}
          filters={state.filters}
          onChange={(filters) => change({ filters })}
          pill={pill}
        />
      )}
    />
  );
  const [showsAll, setShowsAll] = useState(false);
  const [first, ...rest] = definition.filters;
  const others = rest.filter((filter) => isOffered(filter, state.filters));
  const isLong = others.length > ONE_ROW;
  const shown = others.filter(
    (filter, i) => !isLong || showsAll || i < FIRST || filterText(filter, state.filters, names) !== null,
  );

  return (
    <>
      {first && pillOf(first)}
      <FilterPill
        label={definition.created ?? 'Created'}
        value={rangeText(state)}
        onRemove={() => change({ from: null, to: null, period: null })}
        renderInput={(pill) => <DaysFilter pill={pill} range={state} onChange={change} />}
      />
      {shown.map(pillOf)}
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {isFiltered && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
          Clear all
        </Button>
      )}
    </>
  );
}

/** A filter that links set, such as the announcement of messages, is offered only while it is set. */
function isOffered(filter: ListFilter, filters: Record<string, string>): boolean {
  return filter.kind !== 'text' || !filter.isLinked || filters[filter.key] !== undefined;
}

type FilterInputProps = {
  filter: ListFilter;
  filters: Record<string, string>;
  onChange: (filters: Record<string, string>) => void;
  pill: ReactElement<TriggerProps>;
};

function FilterInput({ filter, filters, onChange: change, pill }: FilterInputProps) {
  const { key } = filter;
  const value = filters[key] ?? '';
  const onChange = (chosen: string | null) => change({ [key]: chosen ?? '' });
  switch (filter.kind) {
    case 'days':
      return (
        <DaysFilter
          pill={pill}
          isAhead={filter.isAhead}
          range={rangeOf(key, filters)}
          onChange={(range) => change(filtersOfRange(key, range))}
        />
      );
    case 'amount': {
      const [from, to] = [`${key}From`, `${key}To`];
      return (
        <AmountsFilter
          pill={pill}
          from={filters[from] ?? ''}
          to={filters[to] ?? ''}
          onChange={(lowest, highest) => change({ [from]: lowest, [to]: highest })}
        />
      );
    }
    case 'enum':
      return (
        <OptionsFilter
          pill={pill}
          options={filter.options}
          value={value}
          onChange={onChange}
          isAnyOf={filter.isAnyOf}
        />
      );
    case 'record':
      return (
        <RecordFilter pill={pill} of={filter.of} label={filter.label} value={value} onChange={onChange} />
      );
    case 'tags':
      return <TagsFilter pill={pill} value={value} onChange={onChange} />;
    case 'boolean': {
      const options = [
        { value: 'true', label: filter.yes },
        { value: 'false', label: filter.no },
      ];
      return <OptionsFilter pill={pill} options={options} value={value} onChange={onChange} />;
    }
    case 'day':
      return (
        <DayFilter
          pill={pill}
          label={filter.label}
          withTime={filter.withTime}
          value={value}
          onChange={onChange}
        />
      );
    case 'text':
      return (
        <TextFilter
          pill={pill}
          label={filter.label}
          placeholder={filter.placeholder}
          value={value}
          onChange={onChange}
        />
      );
  }
}

/** The value of a filter as text, or null while it is off. */
function filterText(
  filter: ListFilter,
  filters: Record<string, string>,
  names: Record<string, string>,
): string | null {
  const { key } = filter;
  if (filter.kind === 'days') return rangeText(rangeOf(key, filters));
  if (filter.kind === 'amount') return amountsText(filters[`${key}From`], filters[`${key}To`]);
  const value = filters[key];
  if (!value) return null;
  switch (filter.kind) {
    case 'enum': {
      const chosen = chosenOptions(filter, value);
      const labels = filter.options.filter((option) => chosen.includes(option.value));
      return labels.map(({ label }) => label).join(', ') || value;
    }
    case 'record':
      return names[value] ?? value;
    case 'tags':
      return value.replaceAll(',', ', ');
    case 'boolean':
      return value === 'true' ? filter.yes : filter.no;
    case 'day':
      return formatDay(value.slice(0, 10)) + value.slice(10).replace('T', ', ');
    case 'text':
      return value;
  }
}

function amountsText(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return from === to ? amountText(from) : `${amountText(from)} – ${amountText(to)}`;
  if (from) return `at least ${amountText(from)}`;
  return to ? `at most ${amountText(to)}` : null;
}

function amountText(value: string): string {
  const amount = Number(value);
  return Number.isNaN(amount) ? value : amount.toLocaleString('en');
}

function rangeText({ period, from, to }: DayRange): string | null {
  if (period) return periods[period]?.label.toLowerCase() ?? period;
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : null;
}
