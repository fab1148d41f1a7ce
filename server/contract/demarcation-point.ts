import { z } from 'zod';
import { accessTypes, demarcationPointStatuses } from './enums.ts';
import { metadataFilter, metadataInput, metadataOutput, metadataPatch } from './metadata.ts';
import { listInput, listOutput, searchInput } from './paging.ts';
import {
  addressInput,
  addressOutput,
  identifier,
  idInput,
  idOutput,
  text,
  timestamps,
} from './primitives.ts';

export const demarcationPointSnapshot = z
  .object({
    id: idOutput('demarcationPoint'),
    name: z.string(),
    ...addressOutput,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    accessType: z.enum(accessTypes),
    nasIdentifier: z.string().nullable(),
    status: z.enum(demarcationPointStatuses),
    metadata: metadataOutput,
    ...timestamps,
  })
  .meta({ id: 'DemarcationPoint' });
export type DemarcationPointSnapshot = z.output<typeof demarcationPointSnapshot>;

const optional = {
  ...addressInput,
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  nasIdentifier: identifier(1, 128).optional(),
  status: z.enum(demarcationPointStatuses).optional(),
};

export const demarcationPointCreate = z.strictObject({
  name: text(1, 120),
  accessType: z.enum(accessTypes),
  ...optional,
  metadata: metadataInput.optional(),
});
export type DemarcationPointCreate = z.output<typeof demarcationPointCreate>;

/** Changes the given fields; `null` clears an optional field. */
export const demarcationPointUpdate = z.strictObject({
  id: idInput('demarcationPoint'),
  name: text(1, 120).optional(),
  accessType: z.enum(accessTypes).optional(),
  street: addressInput.street.nullable(),
  city: addressInput.city.nullable(),
  region: addressInput.region.nullable(),
  postalCode: addressInput.postalCode.nullable(),
  country: addressInput.country.nullable(),
  latitude: optional.latitude.nullable(),
  longitude: optional.longitude.nullable(),
  nasIdentifier: optional.nasIdentifier.nullable(),
  status: optional.status,
  metadata: metadataPatch.optional(),
});
export type DemarcationPointUpdate = z.output<typeof demarcationPointUpdate>;

export const demarcationPointId = z.strictObject({ id: idInput('demarcationPoint') });

export const demarcationPointList = listInput(['name'], {
  metadata: metadataFilter.optional(),
  status: z.enum(demarcationPointStatuses).optional(),
  q: searchInput.optional(),
});
export const demarcationPointPage = listOutput(demarcationPointSnapshot);
