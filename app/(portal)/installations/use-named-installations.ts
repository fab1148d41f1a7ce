'use client';

import { useMemo } from 'react';
import type { ListQuery } from '@/components/table/use-list.ts';
import { useAddresses, useNames, usePhones } from '@/components/trpc/use-names.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { type NamedInstallation, namedIn, withNames } from './named-installation.ts';

/** Installations carry ids; one more query reads the names. Rows that the server rendered have names already. */
export function useNamed(list: ListQuery<InstallationSnapshot>): ListQuery<NamedInstallation> {
  const rows = list.data?.data;
  const { ids, places, people } = useMemo(() => namedIn(rows ?? []), [rows]);
  const isNamed = (rows ?? []).every((row) => 'subscriberName' in row);
  const names = useNames(ids, !isNamed);
  const addresses = useAddresses(places, !isNamed);
  const phones = usePhones(people, !isNamed);
  const data = useMemo(
    () =>
      list.data &&
      (isNamed ? list.data : { ...list.data, data: withNames(list.data.data, { names, addresses, phones }) }),
    [list.data, isNamed, names, addresses, phones],
  );
  const { error, isFetching, isPlaceholderData, refetch } = list;
  return { data, error, isFetching, isPlaceholderData, refetch };
}
