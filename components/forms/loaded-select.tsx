'use client';

import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useReducer, useState } from 'react';
import { type FirstUse, useTakenFocus } from './loaded-on-use.ts';

export type LoadedSelectProps = SelectProps & {
  /** The text that the field shows at first. */
  shown: string;
  first: FirstUse;
};

/** The field of `<Select>`, from its first use on. */
export default function LoadedSelect({
  shown,
  first,
  onSearchChange,
  onDropdownOpen,
  ...props
}: LoadedSelectProps) {
  // Mantine puts `aria-expanded` on the field as it is rendered, and the first list is there only after that.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // A field that can be searched opens its list when it gets the focus.
  const ref = useTakenFocus<HTMLInputElement>(first, !props.searchable);
  const [opensOnFocus, setOpensOnFocus] = useState(!first.isIdle);
  useEffect(() => setOpensOnFocus(true), []);
  const [search, setSearch] = useState(shown);
  const changeSearch = (text: string) => {
    setSearch(text);
    onSearchChange?.(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after Mantine has set the text of the chosen option
  useEffect(() => {
    if (first.typed !== null) changeSearch(first.typed);
  }, []);
  return (
    <Select
      {...props}
      ref={ref}
      openOnFocus={opensOnFocus}
      searchValue={search}
      onSearchChange={changeSearch}
      onDropdownOpen={() => {
        onDropdownOpen?.();
        requestAnimationFrame(renderAgain);
      }}
    />
  );
}
