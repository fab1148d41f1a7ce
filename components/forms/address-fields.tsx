'use client';

import { TextInput } from '@mantine/core';
import type { Address } from '@/server/contract/address.ts';
import { CountrySelect } from './country-select.tsx';

export type AddressValues = {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string | null;
};

/** The form's values for an address, or for none. */
export function addressValues(from?: Address): AddressValues {
  return {
    street: from?.street ?? '',
    city: from?.city ?? '',
    region: from?.region ?? '',
    postalCode: from?.postalCode ?? '',
    country: from?.country ?? null,
  };
}

/** The fields of an address, for a form with `AddressValues`. */
export function AddressFields({ field }: { field: (path: keyof AddressValues) => object }) {
  return (
    <>
      <TextInput label="Street" autoComplete="off" {...field('street')} />
      <TextInput label="City" autoComplete="off" {...field('city')} />
      <TextInput label="Region" autoComplete="off" {...field('region')} />
      <TextInput label="Postal code" autoComplete="off" {...field('postalCode')} />
      <CountrySelect label="Country" {...field('country')} />
    </>
  );
}
