'use client';

import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { trpc } from '@/components/trpc/client.ts';

/** A technician's name. The names of recent installations are suggested. */
export function TechnicianInput(props: Omit<AutocompleteProps, 'data'>) {
  const { data } = trpc.installation.list.useQuery({ sort: '-updatedAt', limit: 100 });
  const known = new Set((data?.data ?? []).flatMap(({ technician }) => technician ?? []));
  return (
    <Autocomplete label="Technician" autoComplete="off" maxLength={100} {...props} data={[...known].sort()} />
  );
}
