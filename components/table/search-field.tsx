'use client';

import { Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import classes from './resource-table.module.css';

type SearchFieldProps = {
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/**
 * The search field. It searches once typing pauses or the focus leaves it, and shows the search of the URL when that
 * changes. A search that began later would write the URL over the page that a row opens.
 */
export function SearchField({ placeholder, value, onChange, inputRef }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onChange, 250);
  useEffect(() => {
    // The URL may still have an earlier search while more is typed.
    if (!search.isPending()) setText(value);
  }, [value, search]);
  return (
    <TextInput
      ref={inputRef}
      type="search"
      className={classes.search}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" aria-hidden>
          /
        </Kbd>
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      onBlur={() => search.flush()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // A browser would empty the field. Here Escape leaves the field and keeps the search.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
