'use client';

import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useRef } from 'react';
import { SearchField } from './search-field.tsx';

/**
 * The search of a list that is loaded as a whole, such as the few keys of an account. Its text is in the URL, and `/` selects
 * its field.
 * @param label the placeholder and the name of the field
 * @param textOf what of a row is searched, in any case
 */
export function useLoadedListSearch<T>(rows: T[], label: string, textOf: (row: T) => string) {
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''));
  const inputRef = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => inputRef.current?.select()]]);
  const wanted = q.trim().toLowerCase();
  const field: ReactNode = (rows.length > 1 || wanted) && (
    <Box mb="md">
      <SearchField
        placeholder={label}
        value={q}
        onChange={(text) => void setQ(text || null)}
        inputRef={inputRef}
      />
    </Box>
  );
  return { found: rows.filter((row) => textOf(row).toLowerCase().includes(wanted)), wanted, field };
}
