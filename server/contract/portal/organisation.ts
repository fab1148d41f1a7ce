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
  brandColor: z.string().nullable(),
  supportCollects: z.boolean(),
  supportSeesRevenue: z.boolean(),
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
  /** The colour of the pages of customers. */
  brandColor: text(1, 7)
    .superRefine((value, ctx) => {
      if (!/^#[0-9a-f]{6}$/i.test(value)) issue(ctx, 'INVALID_FORMAT', 'Enter a colour such as #3152c8.');
    })
    .optional(),
  /** Whether the role `support` records payments and sends prompts. Contract: Accounts. */
  supportCollects: z.boolean().optional(),
  /** Whether the figures of revenue are shown to the role `support`. Contract: Accounts. */
  supportSeesRevenue: z.boolean().optional(),
});
export type OrganisationUpdate = z.output<typeof organisationUpdate>;

/** The longest file of a logo, in bytes. */
const MAX_LOGO_BYTES = 512 * 1024;

/** A PNG or a JPEG, in base64. */
export const logoSet = z.strictObject({
  image: z
    .string()
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, 'A logo has at most 512 KB.')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Enter a file in base64.'),
});

/** The logo as a data URL; null without one. */
export const logo = z.object({
  url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type Logo = z.output<typeof logo>;
