'use client';

import { NumberInput, TextInput } from '@mantine/core';
import { AddressFields, type AddressValues, addressValues } from '@/components/forms/address-fields.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import { accessTypes } from '@/server/contract/enums.ts';
import { accessTypeNames } from './labels.ts';

export type DemarcationPointValues = AddressValues & {
  name: string;
  accessType: DemarcationPointSnapshot['accessType'] | null;
  nasIdentifier: string;
  latitude: number | string;
  longitude: number | string;
};

/** The form's values for a demarcation point, or for none. */
export function demarcationPointValues(from?: DemarcationPointSnapshot): DemarcationPointValues {
  return {
    name: from?.name ?? '',
    accessType: from?.accessType ?? null,
    nasIdentifier: from?.nasIdentifier ?? '',
    ...addressValues(from),
    latitude: from?.latitude ?? '',
    longitude: from?.longitude ?? '',
  };
}

const accessOptions = accessTypes.map((value) => ({ value, label: accessTypeNames[value] }));

export function DemarcationPointFields({ field }: Pick<ResourceForm<DemarcationPointValues>, 'field'>) {
  const degrees = { hideControls: true, decimalScale: 7, clampBehavior: 'none' } as const;
  return (
    <>
      <FormSection title="Point">
        <TextInput
          label="Name"
          placeholder="Acacia Court, block B"
          autoComplete="off"
          required
          {...field('name')}
        />
        <Select
          label="Access"
          placeholder="Choose a type"
          data={accessOptions}
          allowDeselect={false}
          required
          {...field('accessType')}
        />
        <TextInput
          label="NAS identifier"
          description="The RADIUS name of the network access server"
          autoComplete="off"
          {...field('nasIdentifier')}
        />
      </FormSection>
      <FormSection title="Place">
        <AddressFields field={field} />
        <NumberInput
          label="Latitude"
          description="Degrees, north is positive"
          placeholder="-1.2921"
          {...degrees}
          {...field('latitude')}
        />
        <NumberInput
          label="Longitude"
          description="Degrees, east is positive"
          placeholder="36.8219"
          {...degrees}
          {...field('longitude')}
        />
      </FormSection>
    </>
  );
}
