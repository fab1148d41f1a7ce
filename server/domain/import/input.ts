import type { z } from 'zod';
import { firstEmail } from '../../contract/email-address.ts';
import type { RejectionReason } from '../../contract/errors.ts';
import { MAX_DOWNLOAD_MBPS } from '../../contract/floors.ts';
import { NO_LAST_NAME, splitFullName } from '../../contract/full-name.ts';
import { firstPhone, parsePhone } from '../../contract/phone.ts';
import { planCreate } from '../../contract/plan.ts';
import { type ImportField, type ImportTypeName, importTypeOf } from '../../contract/portal/import-fields.ts';
import { scaleOf } from '../../contract/portal/import-mapping.ts';
import { mpesaLine, paystackLine } from '../../contract/portal/statement.ts';
import { fitsCurrency, NO_PHONE } from '../../contract/primitives.ts';
import { reasonsOf } from '../../contract/reasons.ts';
import { subscriberCreate } from '../../contract/subscriber.ts';
import { subscriptionCreate } from '../../contract/subscription.ts';
import { timeIn } from '../../rails/mpesa-statement.ts';
import { cellText, isShortened, withoutDecimals } from './cell.ts';
import { countriesOf, readCountryNames } from './country-name.ts';
import { readingsOf } from './number-cell.ts';
import { withLine } from './statement.ts';

/** How the cells of a file become fields. */
export type FieldSource = {
  system: string | null;
  /** The column of each field. */
  mapping: Record<string, string>;
  /** The values of fields for all rows. A cell goes before it. */
  defaults: Record<string, string>;
  /** The receipt numbers of the payments that a statement shows as reversed, in upper case. */
  reversed?: readonly string[];
};

/** The cells of a row, by column. */
export type Cells = Record<string, unknown>;

type Input = Record<string, unknown>;

/** What the cells of a row give. */
export type RowInput = {
  /** The input of the procedure. References are as the file has them. */
  input: Input;
  /** Reasons for cells that no request could have. */
  faults: RejectionReason[];
  /** The numbers that a cell may be, where there is more than one. */
  ambiguous: Record<string, { cell: string; readings: number[] }>;
};

const schemas: Record<ImportTypeName, z.ZodType> = {
  subscribers: subscriberCreate,
  plans: planCreate,
  subscriptions: subscriptionCreate,
  mpesaStatement: mpesaLine,
  paystackStatement: paystackLine,
};

/**
 * The input of the procedure for one row. A cell that is no number stays text, so that the API refuses it with its own reason.
 * @param country ISO 3166-1 alpha-2 of local phone numbers; null for none
 */
export function inputOf(
  type: ImportTypeName,
  { system, mapping, defaults, reversed }: FieldSource,
  cells: Cells,
  country: string | null,
): RowInput {
  const row: RowInput = { input: {}, faults: [], ambiguous: {} };
  for (const [name, { kind }] of Object.entries(importTypeOf(type).fields)) {
    const column = mapping[name];
    const textOf = (cell: unknown) => cellText(kind, cell, name === 'lastName' ? NO_LAST_NAME : undefined);
    const cell = (column !== undefined && textOf(cells[column])) || textOf(defaults[name]);
    if (cell === '') continue;
    if (isShortened(kind, cell))
      row.faults.push({ field: name, code: 'INVALID_FORMAT', message: shortened(cell) });
    const phone =
      kind === 'phone' ? firstPhone(cell, (one) => parsePhone(withoutDecimals(one), country)) : null;
    if (kind === 'phone' && phone === null && !isShortened(kind, cell))
      row.faults.push({ field: name, code: 'INVALID_FORMAT', message: NO_PHONE });
    if (kind === 'time' && timeIn(cell) === null)
      row.faults.push({ field: name, code: 'INVALID_FORMAT', message: noTime(cell) });
    const countries = kind === 'country' ? countriesOf(cell) : [];
    if (countries.length > 1)
      row.faults.push({ field: name, code: 'INVALID_VALUE', message: severalCountries(cell, countries) });
    const scale = scaleOf(type, name, system);
    row.input[name] = phone ?? (countries.length === 1 ? countries[0] : fieldValue(kind, cell, scale));
    const readings = kind === 'number' ? scaledReadings(cell, scale) : [];
    if (readings.length > 1) row.ambiguous[name] = { cell, readings };
  }
  return { ...row, ...withLine(type, withNames(row.input), row.faults, reversed) };
}

function shortened(cell: string): string {
  return `A spreadsheet has shortened this number to “${cell}”. Format its column as text, and save the file again.`;
}

function noTime(cell: string): string {
  return `“${cell}” is no date with a time, such as 22-09-2026 14:03:11.`;
}

function severalCountries(cell: string, codes: string[]): string {
  return `“${cell}” can be ${codes.join(' or ')}. Write the code of the country.`;
}

/** Reads what `inputOf` needs to know the countries of a source, in short turns of the event loop. */
export async function prepareInput(type: ImportTypeName, { mapping, defaults }: FieldSource): Promise<void> {
  const fields = Object.entries(importTypeOf(type).fields);
  const hasCountry = fields.some(
    ([name, { kind }]) => kind === 'country' && (mapping[name] ?? defaults[name]),
  );
  if (hasCountry) await readCountryNames();
}

function fieldValue(kind: ImportField['kind'], cell: string, scale: number): unknown {
  switch (kind) {
    case 'number':
      return scaledReadings(cell, scale)[0] ?? cell;
    case 'email':
      return firstEmail(cell);
    case 'id':
      return withoutDecimals(cell);
    case 'time':
      return timeIn(cell)?.toISOString() ?? cell;
    default:
      return cell;
  }
}

/** Speeds in kbps have at most three decimals in Mbps. */
function scaledReadings(cell: string, scale: number): number[] {
  const readings = readingsOf(cell);
  return scale === 1 ? readings : readings.map((number) => Math.round(number * scale * 1_000) / 1_000);
}

/**
 * The first and the last name from the full one, where they have no cells of their own. A company without a person has its name
 * there too. Contract: Subscriber.
 */
function withNames({ fullName, ...input }: Input): Input {
  const hasPerson = Boolean(
    fullName || input.firstName || (input.lastName && input.lastName !== NO_LAST_NAME),
  );
  const full = hasPerson ? fullName : input.companyName;
  if (typeof full !== 'string' || (input.firstName && input.lastName)) return input;
  const names = splitFullName(full);
  return hasPerson
    ? { ...input, firstName: input.firstName ?? names.firstName, lastName: input.lastName ?? names.lastName }
    : { ...input, ...names };
}

/**
 * Gives each number that may be grouped its one possible value, and refuses it where the API would take both. Contract:
 * Imports.
 * @param currency of the price, where another resource has it
 */
export function withNumbers(type: ImportTypeName, row: RowInput, currency: string | null): RowInput {
  const input = { ...row.input };
  const faults = [...row.faults];
  for (const [field, { cell, readings }] of Object.entries(row.ambiguous)) {
    const possible = readings.filter((value) => takes(type, { ...input, [field]: value }, field, currency));
    input[field] = possible[0] ?? readings[0];
    if (possible.length < 2) continue;
    const message = `“${cell}” can be ${readings.join(' or ')}. Write the number without a separator of thousands, such as ${readings[0]}.`;
    faults.push({ field, code: 'INVALID_FORMAT', message });
  }
  return { ...row, input, faults, ambiguous: {} };
}

/** Whether the API would take the number of a field. */
function takes(type: ImportTypeName, input: Input, field: string, currency: string | null): boolean {
  const value = input[field] as number;
  if (field === 'downloadSpeedMbps' && value > MAX_DOWNLOAD_MBPS) return false;
  if (currency !== null && field === 'priceOverride' && !fitsCurrency(value, currency)) return false;
  const parsed = schemas[type].safeParse(input);
  return parsed.success || !parsed.error.issues.some(({ path }) => path[0] === field);
}

/** What the API's schema says of the input: the values as it stores them, or all reasons, those of the cells first. */
export function validate(
  type: ImportTypeName,
  { input, faults }: RowInput,
): { values: Input } | { reasons: RejectionReason[] } {
  const parsed = schemas[type].safeParse(input);
  if (parsed.success && faults.length === 0) return { values: parsed.data as Input };
  const known = new Set(faults.map(({ field }) => field));
  const others = parsed.success ? [] : reasonsOf(parsed.error.issues, input);
  return { reasons: [...faults, ...others.filter(({ field }) => !known.has(field))] };
}

const isName = (value: unknown) => Boolean(value) && value !== NO_LAST_NAME;

/** How a row is named before it is a resource; null for a row without a name. */
export function nameOf(type: ImportTypeName, input: Input): string | null {
  const named: Record<ImportTypeName, unknown[]> = {
    subscribers: [[input.firstName, input.lastName].filter(isName).join(' ') || input.email],
    plans: [input.planName],
    subscriptions: [input.subscriberId, input.planId],
    mpesaStatement: [input.transactionId, input.payerName],
    paystackStatement: [input.reference],
  };
  return named[type].filter(Boolean).join(', ').slice(0, 255) || null;
}
