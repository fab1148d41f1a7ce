import { z } from 'zod';
import {
  addressInput,
  addressOutput,
  emailInput,
  issue,
  multilineText,
  phoneInput,
  text,
} from '../primitives.ts';

/** The details of an organisation on invoices and in emails. */
export const organisationSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  legalName: z.string().nullable(),
  taxId: z.string().nullable(),
  ...addressOutput,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  paymentInstructions: z.string().nullable(),
});
export type OrganisationSnapshot = z.output<typeof organisationSnapshot>;

const websiteInput = text(1, 200).superRefine((value, ctx) => {
  if (value && !(/^https?:\/\//i.test(value) && URL.canParse(value))) {
    issue(ctx, 'INVALID_FORMAT', 'Enter an address such as https://example.com.');
  }
});

/** Replaces all fields; an absent one is cleared. */
export const organisationUpdate = z.strictObject({
  legalName: text(1, 200).optional(),
  taxId: text(1, 64).optional(),
  ...addressInput,
  email: emailInput.optional(),
  phone: phoneInput.optional(),
  website: websiteInput.optional(),
  paymentInstructions: multilineText(1, 1000).optional(),
});
export type OrganisationUpdate = z.output<typeof organisationUpdate>;
