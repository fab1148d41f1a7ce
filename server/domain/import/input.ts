import { type ImportField, type ImportTypeName, importTypeOf } from '../../contract/import-fields.ts';
import { scaleOf } from '../../contract/import-mapping.ts';
import { parsePhone } from '../../contract/phone.ts';

/** How the cells of a file become fields. */
export type FieldSource = {
  system: string | null;
  /** The column of each field. */
  mapping: Record<string, string>;
  /** The values of fields for all rows. A cell goes before it. */
  defaults: Record<string, string>;
};

/** The cells of a row, by column. */
export type Cells = Record<string, unknown>;

/**
 * The input of the procedure for one row. A cell that is no number stays text, so that the procedure refuses it with its
 * own text. References are as the file has them.
 * @param country ISO 3166-1 alpha-2 of local phone numbers; null for none
 */
export function inputOf(
  type: ImportTypeName,
  { system, mapping, defaults }: FieldSource,
  cells: Cells,
  country: string | null,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(importTypeOf(type).fields)) {
    const column = mapping[name];
    const cell = String((column && cells[column]) || defaults[name] || '').trim();
    if (cell !== '') input[name] = fieldValue(field, cell, scaleOf(type, name, system), country);
  }
  return withNames(input);
}

function fieldValue({ kind }: ImportField, cell: string, scale: number, country: string | null): unknown {
  switch (kind) {
    case 'number':
      return numberOf(cell, scale);
    case 'phone':
      return parsePhone(cell, country) ?? cell;
    case 'country':
      return cell.toUpperCase();
    default:
      return cell;
  }
}

/** A decimal comma has one or two digits behind it; `1,000` may be a thousand, so it stays text. */
function numberOf(cell: string, scale: number): number | string {
  const plain = /^-?\d+,\d{1,2}$/.test(cell) ? cell.replace(',', '.') : cell;
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return cell;
  // Speeds in kbps have at most three decimals in Mbps.
  return scale === 1 ? Number(plain) : Math.round(Number(plain) * scale * 1_000) / 1_000;
}

/** The first and the last name from the full one, where they have no columns of their own. */
function withNames({ fullName, ...input }: Record<string, unknown>): Record<string, unknown> {
  if (typeof fullName !== 'string' || (input.firstName && input.lastName)) return input;
  const at = fullName.lastIndexOf(' ');
  const [first, last] =
    at === -1 ? [fullName, undefined] : [fullName.slice(0, at).trim(), fullName.slice(at + 1)];
  return { ...input, firstName: input.firstName ?? first, ...(last && { lastName: input.lastName ?? last }) };
}

/** What makes two rows of a file the same; null for a row without it. */
export function keyOf(type: ImportTypeName, input: Record<string, unknown>): string | null {
  for (const fields of importTypeOf(type).sameBy) {
    const values = fields.map((field) => input[field]);
    if (values.every((value) => value !== undefined && value !== '')) {
      return JSON.stringify([fields[0], ...values.map((value) => String(value).trim().toLowerCase())]);
    }
  }
  return null;
}

/** How a row is named before it is a resource; null for a row without a name. */
export function nameOf(type: ImportTypeName, input: Record<string, unknown>): string | null {
  const named: Record<ImportTypeName, unknown[]> = {
    subscribers: [[input.firstName, input.lastName].filter(Boolean).join(' ') || input.email],
    plans: [input.planName],
    subscriptions: [input.subscriberId, input.planId],
  };
  return named[type].filter(Boolean).join(', ') || null;
}
