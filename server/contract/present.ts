import type { z } from 'zod';
import { instantText } from './instant-text.ts';
import { metadataOutput } from './metadata.ts';
import type { Minor } from './money.ts';
import { toMajor } from './money.ts';
import { moneyFields } from './primitives.ts';

type Row = Record<string, unknown>;
/** Writes a field of a row. */
type Writer = (value: unknown, row: Row, derived?: Row) => unknown;
type RowWriter = (row: Row, derived?: Row) => Row;

const rowWriters = new WeakMap<z.core.$ZodType, RowWriter>();

/**
 * A row as a snapshot: exactly the schema's fields, instants as ISO 8601 UTC with milliseconds, amounts as JSON numbers
 * in major units. Compiled once for each schema. REST answers, events and pages all use it.
 * @param derived fields that the row lacks, or that replace its own; a copy of the row with these would cost as much as the
 * snapshot
 */
export function present<S extends z.ZodObject>(schema: S, row: Row, derived?: Row): z.output<S> {
  return rowWriterOf(schema, schema.shape)(row, derived) as z.output<S>;
}

function rowWriterOf(schema: z.core.$ZodType, shape: Readonly<Record<string, z.core.$ZodType>>): RowWriter {
  const known = rowWriters.get(schema);
  if (known) return known;
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    write: compile(field),
    isOptional: field._zod.def.type === 'optional',
  }));
  const writeRow: RowWriter = (row, derived) => {
    const out: Row = {};
    for (const { key, write, isOptional } of fields) {
      const value = fieldOf(row, derived, key);
      if (!isOptional || value !== undefined) out[key] = write(value, row, derived);
    }
    return out;
  };
  rowWriters.set(schema, writeRow);
  return writeRow;
}

function fieldOf(row: Row, derived: Row | undefined, key: string): unknown {
  return derived !== undefined && key in derived ? derived[key] : row[key];
}

function compile(schema: z.core.$ZodType): Writer {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
  };
  const money = moneyFields.get(schema);
  if (money) {
    return (value, row, derived) =>
      value == null ? null : toMajor(value as Minor, fieldOf(row, derived, money.currencyField) as string);
  }
  if (schema === metadataOutput) return (value) => value ?? {};
  if (def.innerType) return compile(def.innerType);
  if (def.type === 'array' && def.element) {
    const element = compile(def.element);
    return (value) => (value == null ? null : (value as Row[]).map((item) => element(item, item)));
  }
  if (def.type === 'object' && def.shape) {
    const write = rowWriterOf(schema, def.shape);
    return (value) => (value == null ? null : write(value as Row));
  }
  return (value) => (value instanceof Date ? instantText(value) : (value ?? null));
}
