'use client';

import english from 'i18n-iso-countries/langs/en.json';
import { Select, type SelectProps } from './select.tsx';

// XK (Kosovo) is in common use, but is no code of ISO 3166-1, so the API refuses it.
const countries = Object.entries(english.countries as Record<string, string | string[]>)
  .filter(([code]) => code !== 'XK')
  .map(([code, name]) => ({ value: code, label: Array.isArray(name) ? (name[0] ?? code) : name }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** A country by name; its value is the two-letter code, or `null` while none is chosen. */
export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      data={countries}
      searchable
      clearable
      placeholder="Choose a country"
      nothingFoundMessage="No such country"
      autoComplete="off"
      {...props}
    />
  );
}
