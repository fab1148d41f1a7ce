import countryCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { z } from 'zod';
import { cleaned, cleanedId, hasTooManyMarks } from './clean-text.ts';
import type { Code } from './codes.ts';
import { DAY_MS } from './days.ts';
import { isEmail, MAX_EMAIL } from './email-address.ts';
import { decimals, isCurrency, MAX_AMOUNT, minorDigits } from './money.ts';
import { isInternational, parsePhone, withUnescapedPlus } from './phone.ts';
import { prefixes, type ResourceName } from './resource-names.ts';

/** Adds an issue with a code of the contract. */
export function issue(ctx: z.core.$RefinementCtx, code: Code, message?: string, path: PropertyKey[] = []) {
  ctx.addIssue({ code: 'custom', params: { code }, path, ...(message ? { message } : {}) });
}

/** For a check across fields: it runs even when a field failed, so that one answer lists every fault. */
export const onAnyObject = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
};

/** False for NUL, which PostgreSQL refuses, and for a lone surrogate, which UTF-8 cannot encode. */
export function isCleanText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const cleanText = z.string().superRefine((value, ctx) => {
  if (!isCleanText(value)) issue(ctx, 'INVALID_FORMAT', 'NUL and lone surrogates are not allowed.');
});

/**
 * Text of `min` to `max` characters in the form in which it is stored and compared. Empty text counts as missing where a
 * value is needed. A text that is too long is not checked further. Contract: Values.
 */
export function anyText(min: number, max: number) {
  return bounded((value) => cleaned(value, max), min, max);
}

/** As `anyText`, for a text that identifies something: invisible characters inside it are removed. Contract: Values. */
function anyIdentifier(min: number, max: number) {
  return bounded((value) => cleanedId(value, max), min, max);
}

/** As `anyText`, for a search: a `+` that was not escaped is restored. Contract: Lists. */
export function searchText(max: number) {
  return bounded((value) => cleaned(withUnescapedPlus(value), max), 1, max);
}

function bounded(clean: (value: string) => string, min: number, max: number) {
  return cleanText
    .overwrite(clean)
    .min(min)
    .max(max, { abort: true })
    .superRefine((value, ctx) => {
      if (hasTooManyMarks(value)) issue(ctx, 'INVALID_FORMAT', 'At most 30 combining marks in a row.');
    });
}

/** As `anyText`, on a single line: without control characters and line breaks. */
export function text(min: number, max: number) {
  return anyText(min, max).superRefine(requireOneLine);
}

/** As `anyIdentifier`, on a single line: references of partners and external ids. */
export function identifier(min: number, max: number) {
  return anyIdentifier(min, max).superRefine(requireOneLine);
}

function requireOneLine(value: string, ctx: z.core.$RefinementCtx) {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    issue(ctx, 'INVALID_FORMAT', 'Enter one line without control characters.');
}

/** As `anyText`, for notes: with line breaks and tabs, without other control characters. */
export function multilineText(min: number, max: number) {
  return anyText(min, max).superRefine((value, ctx) => {
    if (/[^\P{Cc}\n\r\t]/u.test(value))
      issue(ctx, 'INVALID_FORMAT', 'Enter text without control characters.');
  });
}

// --- identifiers ------------------------------------------------------------------------------------------------

/** An id as rows have it. `subr_…` is another form of a subscriber's id. Contract: Ids. */
export function storedId(given: string): string {
  return given.replace(/^subr_/, 'sub_');
}

/**
 * An id as input. Its form is not checked, because a malformed id is an unknown id. `subr_…` is the same subscriber as
 * `sub_…`. Contract: Ids, Tenancy.
 */
export function idInput(resource: ResourceName) {
  const field = anyIdentifier(1, 255).meta({ examples: [exampleId(resource)] });
  return resource === 'subscriber' ? field.transform(storedId) : field;
}

/** An id as output. */
export function idOutput(resource: ResourceName) {
  return z.string().meta({ examples: [exampleId(resource)] });
}

/** The answer to a deletion. */
export function deletedOutput(resource: ResourceName) {
  return z.object({ id: idOutput(resource), deleted: z.literal(true) });
}

/** The input of an operation without parameters. */
export const nothing = z.strictObject({});

/** The id of a resource in examples of the OpenAPI document. */
export function exampleId(resource: ResourceName): string {
  return resource === 'event'
    ? 'evt_0199f3a4c1e27b0c9d4e5f60718293a4'
    : `${prefixes[resource]}_01kvsy9gf7fc69v7jfc1r55wx4`;
}

// --- time -------------------------------------------------------------------------------------------------------

const EARLIEST = new Date('1970-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

/** Every RFC 3339 text with at most nine decimals of a second is shorter. */
const MAX_INSTANT = 64;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

/** The instant of an RFC 3339 text; null for any other text, 30 February included. Contract: Values. */
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

/** Whether an instant, and the instant `daysAdded` later, are in the years 1970 to 9999 (UTC). Contract: Values. */
export function isInRange(at: Date, daysAdded = 0): boolean {
  return at >= EARLIEST && at.getTime() + daysAdded * DAY_MS <= LATEST.getTime();
}

/**
 * An RFC 3339 instant with seconds and an offset or `Z`, as a Date. Contract: Values.
 * @param daysAdded the period that the endpoint adds; the sum must be in range too
 */
export function instantWith(daysAdded: number) {
  // The pattern is the limit: the length is not a bound of its own in the document.
  return cleanText
    .overwrite((value) => cleaned(value, MAX_INSTANT))
    .min(1)
    .meta({ format: 'date-time', examples: ['2026-03-01T08:00:00Z'] })
    .transform((value, ctx) => {
      const at = parseInstant(value);
      if (!at)
        issue(
          ctx,
          'INVALID_FORMAT',
          'Enter a time with seconds and an offset, such as 2026-03-01T08:00:00Z.',
        );
      else if (!isInRange(at, daysAdded))
        issue(ctx, 'OUT_OF_RANGE', 'Enter a time in the years 1970 to 9999.');
      else return at;
      return z.NEVER;
    });
}

export const instantInput = instantWith(0);

/** ISO 8601 UTC with milliseconds, as in every answer and event. Contract: Values. */
export const instantOutput = z.string().meta({ format: 'date-time', examples: ['2026-03-01T08:00:00.000Z'] });

// --- money ------------------------------------------------------------------------------------------------------

/** An amount due, in major units. Its digits are checked where the currency is known. Contract: Values. */
export const amountInput = z
  .number()
  .superRefine((amount, ctx) => {
    if (amount <= 0 || amount > MAX_AMOUNT)
      issue(ctx, 'OUT_OF_RANGE', 'Amounts are above 0 and at most 1,000,000,000.');
  })
  .meta({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, examples: [29.99] });

/** An amount of 0 or more, in major units. Its digits are checked where the currency is known. */
export const amountOrZeroInput = z
  .number()
  .superRefine((amount, ctx) => {
    if (amount < 0 || amount > MAX_AMOUNT)
      issue(ctx, 'OUT_OF_RANGE', 'Amounts are at least 0 and at most 1,000,000,000.');
  })
  .meta({ minimum: 0, maximum: MAX_AMOUNT, examples: [29.99] });

/** Whether an amount in major units has no more decimals than its currency. An unknown currency is refused by its own field. */
export function fitsCurrency(amount: number, currency: string): boolean {
  return !isCurrency(currency) || decimals(amount) <= minorDigits(currency);
}

/** The message for an amount that `fitsCurrency` rejects. */
export function tooManyDecimals(currency: string): string {
  const most = minorDigits(currency);
  return most === 0 ? `${currency} has no decimals.` : `${currency} has at most ${most} decimals.`;
}

export const currencyInput = text(1, 3)
  .superRefine((code, ctx) => {
    if (code && !isCurrency(code))
      issue(ctx, 'INVALID_FORMAT', 'Enter a currency code of ISO 4217, such as USD.');
  })
  .meta({ description: 'ISO 4217.', examples: ['USD'] });

/** The sibling field with the currency of a money field; `present` reads it for the conversion to major units. */
export const moneyFields = z.registry<{ currencyField: string }>();

/** An amount as output: a JSON number in major units. The row has minor units under the same name. */
export function moneyOutput(currencyField: string) {
  return z
    .number()
    .meta({ examples: [29.99] })
    .register(moneyFields, { currencyField });
}

/** An amount with its currency, as output. */
export const moneyObject = z
  .object({ amount: moneyOutput('currency'), currency: z.string() })
  .meta({ id: 'Money' });

// --- people and places ------------------------------------------------------------------------------------------

/** Stored and compared without invisible characters and in lower case. Contract: Values. */
export const emailInput = anyIdentifier(1, MAX_EMAIL)
  .meta({ format: 'email', examples: ['ada@example.com'] })
  .transform((value) => value.toLowerCase())
  .superRefine((value, ctx) => {
    if (!isEmail(value)) issue(ctx, 'INVALID_FORMAT', 'Enter an email address such as ada@example.com.');
  });

/** A number in international format; stored as E.164. Contract: Values. */
export const phoneInput = anyIdentifier(1, 40)
  .meta({ description: 'International format; kept as E.164.', examples: ['+254712345678'] })
  .transform((value, ctx) => {
    const number = isInternational(value) ? parsePhone(value, null) : null;
    if (number) return number;
    issue(ctx, 'INVALID_FORMAT', 'Enter a phone number in international format, such as +254 712 345678.');
    return z.NEVER;
  });

/**
 * A phone number as a filter, in international form or in the local form of the organisation's country, which the schema does
 * not know. Contract: Lists.
 */
export const phoneFilter = bounded((value) => cleanedId(withUnescapedPlus(value), 40), 1, 40)
  .superRefine((value, ctx) => {
    if (!/^[^\p{L}]*\p{Nd}[^\p{L}]*$/u.test(value)) issue(ctx, 'INVALID_FORMAT', NO_PHONE);
  })
  .meta({ examples: ['+254712345678'] });

/** The message for a text that is no phone number where local numbers are taken. */
export const NO_PHONE = 'Enter a phone number such as +254 712 345678, or as it is dialled in your country.';

/** A time zone of the IANA database. */
export const timeZoneInput = text(1, 64)
  .superRefine((zone, ctx) => {
    if (zone && zone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(zone))
      issue(ctx, 'INVALID_VALUE', 'Enter a time zone such as Africa/Nairobi.');
  })
  .meta({ examples: ['Africa/Nairobi'] });

const alpha2 = new Set(countryCodes.map(([code]) => code as string).filter((code) => code !== 'XK'));

export const countryInput = text(1, 2)
  .superRefine((code, ctx) => {
    if (code && !alpha2.has(code))
      issue(ctx, 'INVALID_FORMAT', 'Enter a country as ISO 3166-1 alpha-2, such as KE.');
  })
  .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['KE'] });

/** Address fields of subscribers and demarcation points. */
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

/** The last fields of every resource. */
export const timestamps = { createdAt: instantOutput, updatedAt: instantOutput };
