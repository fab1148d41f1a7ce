'use client';

import { Autocomplete, type AutocompleteProps, type ComboboxItem, Text } from '@mantine/core';
import { trpc } from '@/components/trpc/client.ts';

/** A technician: a member of the team, by the email address, or another name. */
export function TechnicianInput(props: Omit<AutocompleteProps, 'data'>) {
  const { data: { members, names } = { members: [], names: [] } } = trpc.installation.technicians.useQuery(
    {},
  );
  const nameOf = new Map(members.map(({ name, email }) => [email, name]));
  return (
    <Autocomplete
      openOnFocus={false}
      label="Technician"
      description="A member of the team finds the visit in the portal"
      placeholder="A name or an email address"
      autoComplete="off"
      maxLength={100}
      {...props}
      data={[...nameOf.keys(), ...names]}
      filter={({ options, search }) => {
        const wanted = search.trim().toLowerCase();
        return (options as ComboboxItem[]).filter(({ value }) =>
          `${value} ${nameOf.get(value) ?? ''}`.toLowerCase().includes(wanted),
        );
      }}
      renderOption={({ option: { value } }) => (
        <div>
          {nameOf.get(value) ?? value}
          {nameOf.has(value) && (
            <Text size="xs" c="dimmed">
              {value}
            </Text>
          )}
        </div>
      )}
    />
  );
}
