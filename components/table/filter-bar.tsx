'use client';

import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { formatDay } from '@/server/contract/format-time.ts';
import type { TriggerProps } from '../shell/popup-props.ts';
import { DayFilter, DaysFilter, TextFilter } from './filter-inputs.tsx';
import { FilterPill } from './filter-pill.tsx';
import { chosenOptions, type ListDefinition, type ListFilter } from './list-definition.ts';
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

/** One pill for each filter of a list: dashed while it is off, else with its value and a button that clears it. */
export function FilterBar({ definition, list, names: known }: FilterBarProps) {
  const { state, change, clear, isFiltered } = list;
  const names = useFilterNames(definition, state, known);
  const set = (key: string, value: string | null) => change({ filters: { [key]: value ?? '' } });

  return (
    <>
      {definition.filters.map((filter) => (
        <FilterPill
          key={filter.key}
          label={filter.label}
          value={filterText(filter, state.filters[filter.key], names)}
          onRemove={() => set(filter.key, null)}
          renderInput={(pill) => (
            <FilterInput
              filter={filter}
              value={state.filters[filter.key] ?? ''}
              onChange={(value) => set(filter.key, value)}
              pill={pill}
            />
          )}
        />
      ))}
      <FilterPill
        label={definition.created ?? 'Created'}
        value={rangeText(state.from, state.to)}
        onRemove={() => change({ from: null, to: null })}
        renderInput={(pill) => (
          <DaysFilter
            pill={pill}
            from={state.from}
            to={state.to}
            onChange={(from, to) => change({ from, to })}
          />
        )}
      />
      {isFiltered && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
          Clear all
        </Button>
      )}
    </>
  );
}

type FilterInputProps = {
  filter: ListFilter;
  value: string;
  onChange: (value: string | null) => void;
  pill: ReactElement<TriggerProps>;
};

function FilterInput({ filter, value, onChange, pill }: FilterInputProps) {
  switch (filter.kind) {
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
          description={filter.description}
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
  value: string | undefined,
  names: Record<string, string>,
): string | null {
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
      return formatDay(value);
    case 'text':
      return value;
  }
}

function rangeText(from: string | null, to: string | null): string | null {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : null;
}
