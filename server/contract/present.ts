import type { z } from 'zod';
import type { Minor } from './money.ts';
import { toMajor } from './money.ts';
import { moneyFields } from './primitives.ts';

type Row = Record<string, unknown>;
type Writer = (value: unknown, row: Row) => unknown;

const writers = new WeakMap<z.core.$ZodType, Writer>();

/**
 * A row as a snapshot: exactly the schema's fields, instants as ISO 8601 UTC with milliseconds, amounts as JSON numbers
 * in major units. Compiled once for each schema. REST answers, events and pages all use it.
 */
export function present<S extends z.ZodObject>(schema: S, row: Row): z.output<S> {
  return writerOf(schema)(row, row) as z.output<S>;
}

function writerOf(schema: z.core.$ZodType): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const made = compile(schema);
  writers.set(schema, made);
  return made;
}

function compile(schema: z.core.$ZodType): Writer {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    shape?: Record<string, z.core.$ZodType>;
  };
  const money = moneyFields.get(schema);
  if (money) {
    return (value, row) =>
      value == null ? null : toMajor(value as Minor, row[money.currencyField] as string);
  }
  if (def.innerType) return writerOf(def.innerType);
  if (def.type === 'array' && def.element) {
    const element = writerOf(def.element);
    return (value) => (value == null ? null : (value as Row[]).map((item) => element(item, item)));
  }
  if (def.type === 'object' && def.shape) {
    const fields = Object.entries(def.shape).map(
      ([key, field]) => [key, writerOf(field), field._zod.def.type === 'optional'] as const,
    );
    return (value) => {
      if (value == null) return null;
      const row = value as Row;
      const out: Row = {};
      for (const [key, write, isOptional] of fields) {
        if (!isOptional || row[key] !== undefined) out[key] = write(row[key], row);
      }
      return out;
    };
  }
  return (value) => (value instanceof Date ? value.toISOString() : (value ?? null));
}
