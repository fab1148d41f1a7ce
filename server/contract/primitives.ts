import countryCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import type { Code } from './codes.ts';
import { decimals, isCurrency, MAX_AMOUNT, minorDigits } from './money.ts';

/** Raises one issue with a code of the contract, whichever zod check it came from. */
export function issue(ctx: z.core.$RefinementCtx, code: Code, message?: string, path: PropertyKey[] = []) {
  ctx.addIssue({ code: 'custom', params: { code }, path, ...(message ? { message } : {}) });
}

/** For a check across fields: it runs even when some of them failed, so that one answer names everything wrong. */
export const onAnyObject = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
};

/** Neither NUL (PostgreSQL refuses it) nor half a surrogate pair (no UTF-8 for it). */
export function isCleanText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const cleanText = z.string().superRefine((value, ctx) => {
  if (!isCleanText(value))
    issue(ctx, 'INVALID_FORMAT', 'Control character NUL and lone surrogates are not text.');
});

/** Trimmed text of `min` to `max` characters, for what is looked up. Empty where something is needed counts as missing. */
export function anyText(min: number, max: number) {
  return cleanText.trim().min(min).max(max);
}

/** As `anyText`, on a single line: a name has no control characters and no line breaks. */
export function text(min: number, max: number) {
  return anyText(min, max).superRefine((value, ctx) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
      issue(ctx, 'INVALID_FORMAT', 'Give one line without control characters.');
  });
}

/** As `anyText`, for notes: line breaks and tabs are its only control characters. */
export function multilineText(min: number, max: number) {
  return anyText(min, max).superRefine((value, ctx) => {
    if (/[^\P{Cc}\n\r\t]/u.test(value)) issue(ctx, 'INVALID_FORMAT', 'Give text without control characters.');
  });
}

// --- identifiers ------------------------------------------------------------------------------------------------

/** Prefix of each resource's id. */
export const prefixes = {
  provider: 'prv',
  subscriber: 'sub',
  subscription: 'sbn',
  plan: 'pln',
  demarcationPoint: 'dmp',
  billingCycle: 'cyc',
  invoice: 'inv',
  payment: 'pay',
  refund: 'rfd',
  charge: 'chg',
  installation: 'inst',
  networkSession: 'sess',
  networkServer: 'nas',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  attempt: 'att',
  integration: 'int',
  inboundEvent: 'inb',
  auditEntry: 'aud',
  organisation: 'org',
  accessCredential: 'crd',
  mail: 'mail',
  scheduleDRow: 'sdf',
} as const;

export type ResourceName = keyof typeof prefixes;

/**
 * An id on its way in. Its form is not checked: a malformed id is one that does not exist, and the look-up says so.
 * `subr_…` is the same subscriber as `sub_…`.
 */
export function idInput(resource: ResourceName) {
  const field = anyText(1, 255).meta({ examples: [exampleId(resource)] });
  return resource === 'subscriber' ? field.transform((id) => id.replace(/^subr_/, 'sub_')) : field;
}

/** An id on its way out. */
export function idOutput(resource: ResourceName) {
  return z.string().meta({ examples: [exampleId(resource)] });
}

export function exampleId(resource: ResourceName): string {
  return resource === 'event'
    ? 'evt_0199f3a4c1e27b0c9d4e5f60718293a4'
    : `${prefixes[resource]}_01kvsy9gf7fc69v7jfc1r55wx4`;
}

// --- time -------------------------------------------------------------------------------------------------------

const EARLIEST = new Date('1970-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');
const DAY_MS = 86_400_000;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

/** The instant an RFC 3339 text names, in UTC; null when it names none, 30 February included. */
export function parseInstant(value: string): Date | null {
  if (!RFC_3339.test(value)) return null;
  // RFC 3339 allows `t` and `z`; JavaScript does not.
  const at = new Date(value.toUpperCase());
  if (Number.isNaN(at.getTime())) return null;
  const day = Number(value.slice(8, 10));
  const daysInMonth = new Date(
    Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0),
  ).getUTCDate();
  return day > daysInMonth ? null : at;
}

/** Whether an instant, and the one so many days later, lie in the years 1970 to 9999 (UTC). Contract: Values. */
export function isInRange(at: Date, daysAdded = 0): boolean {
  return at >= EARLIEST && at.getTime() + daysAdded * DAY_MS <= LATEST.getTime();
}

/**
 * An RFC 3339 instant with seconds and an offset or `Z`; becomes a Date. Contract: Values.
 * @param daysAdded the period that the endpoint adds to it; the sum has to be in range, too
 */
export function instantWith(daysAdded: number) {
  return cleanText
    .trim()
    .min(1)
    .meta({ format: 'date-time', examples: ['2026-03-01T08:00:00Z'] })
    .transform((value, ctx) => {
      const at = parseInstant(value);
      if (!at)
        issue(ctx, 'INVALID_FORMAT', 'Give a time with seconds and an offset, such as 2026-03-01T08:00:00Z.');
      else if (!isInRange(at, daysAdded))
        issue(ctx, 'OUT_OF_RANGE', 'Give a time in the years 1970 to 9999.');
      else return at;
      return z.NEVER;
    });
}

export const instantInput = instantWith(0);

/** ISO 8601 UTC with milliseconds, as every answer and event carries it. */
export const instantOutput = z.string().meta({ format: 'date-time', examples: ['2026-03-01T08:00:00.000Z'] });

// --- money ------------------------------------------------------------------------------------------------------

/** An amount due, in major units of the currency beside it. Digits are checked where the currency is known. */
export const amountInput = z
  .number()
  .superRefine((amount, ctx) => {
    if (amount <= 0 || amount > MAX_AMOUNT)
      issue(ctx, 'OUT_OF_RANGE', 'Amounts are above 0 and at most 1,000,000,000.');
    else if (decimals(amount) > 4) issue(ctx, 'INVALID_FORMAT');
  })
  .meta({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, examples: [29.99] });

/** Zero or an amount due, in major units. */
export const amountOrZeroInput = z
  .number()
  .superRefine((amount, ctx) => {
    if (amount < 0 || amount > MAX_AMOUNT)
      issue(ctx, 'OUT_OF_RANGE', 'Amounts are at least 0 and at most 1,000,000,000.');
    else if (decimals(amount) > 4) issue(ctx, 'INVALID_FORMAT');
  })
  .meta({ minimum: 0, maximum: MAX_AMOUNT, examples: [29.99] });

/** Whether an amount has no more digits than its currency allows. */
export function fitsCurrency(amount: number, currency: string): boolean {
  return decimals(amount) <= minorDigits(currency);
}

export const currencyInput = text(1, 3)
  .superRefine((code, ctx) => {
    if (code && !isCurrency(code))
      issue(ctx, 'INVALID_FORMAT', 'Give a currency code of ISO 4217, such as USD.');
  })
  .meta({ description: 'ISO 4217.', examples: ['USD'] });

/** Which sibling field names the currency of a money field; `present` reads it to turn minor into major units. */
export const moneyFields = z.registry<{ currencyField: string }>();

/** Money on its way out: a JSON number in major units. The row behind it holds minor units under the same name. */
export function moneyOutput(currencyField: string) {
  return z
    .number()
    .meta({ description: `Major units of ${currencyField}.`, examples: [29.99] })
    .register(moneyFields, { currencyField });
}

/** An amount with its currency, as reads show it. */
export const moneyObject = z
  .object({ amount: moneyOutput('currency'), currency: z.string() })
  .meta({ id: 'Money' });

// --- people and places ------------------------------------------------------------------------------------------

/** Compared and kept trimmed and lower-cased. */
export const emailInput = cleanText
  .trim()
  .min(1)
  .max(254)
  .meta({ format: 'email', examples: ['ada@example.com'] })
  .transform((value) => value.toLowerCase())
  .superRefine((value, ctx) => {
    if (!z.regexes.email.test(value))
      issue(ctx, 'INVALID_FORMAT', 'Give an e-mail address such as ada@example.com.');
  });

/** E.164 of a number in international format; null for anything else, a number inside other text or an extension. */
export function parsePhone(value: string): string | null {
  const parsed = parsePhoneNumberFromString(value, { extract: false });
  return parsed?.isPossible() && !parsed.ext ? parsed.number : null;
}

/** International format; kept as E.164. */
export const phoneInput = cleanText
  .trim()
  .min(1)
  .max(40)
  .meta({ description: 'International format; kept as E.164.', examples: ['+254712345678'] })
  .transform((value, ctx) => {
    const number = parsePhone(value);
    if (number) return number;
    issue(ctx, 'INVALID_FORMAT', 'Give a phone number in international format, such as +254 712 345678.');
    return z.NEVER;
  });

/** Name of a time zone in the IANA database. */
export const timeZoneInput = text(1, 64)
  .superRefine((zone, ctx) => {
    if (zone && zone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(zone))
      issue(ctx, 'INVALID_VALUE', 'Give a time zone such as Africa/Nairobi.');
  })
  .meta({ examples: ['Africa/Nairobi'] });

const alpha2 = new Set(countryCodes.map(([code]) => code as string).filter((code) => code !== 'XK'));

export const countryInput = text(1, 2)
  .superRefine((code, ctx) => {
    if (code && !alpha2.has(code))
      issue(ctx, 'INVALID_FORMAT', 'Give a country as ISO 3166-1 alpha-2, such as KE.');
  })
  .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['KE'] });

/** Address fields shared by subscribers and demarcation points. */
export const addressInput = {
  street: text(1, 200).optional(),
  city: text(1, 100).optional(),
  region: text(1, 100).optional(),
  postalCode: text(1, 20).optional(),
  country: countryInput.optional(),
};

export const addressOutput = {
  street: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
};

/** What every resource ends with. */
export const timestamps = { createdAt: instantOutput, updatedAt: instantOutput };
