import { z } from 'zod';
import { installationKinds, installationStatuses } from '../enums.ts';
import { installationUpdate, MAX_NOTES } from '../installation.ts';
import { idInput, instantOutput, moneyObject, multilineText } from '../primitives.ts';

/** The installation of a technician: what the visit needs, and nothing else of the customer. */
export const visit = z.object({
  id: z.string(),
  kind: z.enum(installationKinds),
  status: z.enum(installationStatuses),
  scheduledAt: instantOutput.nullable(),
  windowEndsAt: instantOutput,
  startedAt: instantOutput.nullable(),
  installedAt: instantOutput.nullable(),
  notes: z.string().nullable(),
  serialNumber: z.string().nullable(),
  macAddress: z.string().nullable(),
  customer: z.string(),
  phone: z.string().nullable(),
  plan: z.string(),
  /** The demarcation point, its address in one line, else that of the customer, and its coordinates. */
  place: z.string(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The fee that is not paid. */
  feeDue: moneyObject.nullable(),
});
export type Visit = z.output<typeof visit>;

/** Open visits, the next appointment first and those without one last, and those done since the day began. */
export const visits = z.array(visit);

export const visitId = z.strictObject({ id: idInput('installation') });

const note = multilineText(1, MAX_NOTES);

/** A note is added to those that the installation has. */
export const visitNote = visitId.extend({ note });

const { serialNumber, macAddress } = installationUpdate.shape;
export const visitFinish = visitId.extend({ serialNumber, macAddress, note: note.optional() });
