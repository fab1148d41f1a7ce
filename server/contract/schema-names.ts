import { z } from 'zod';

/**
 * The names of the fields that a schema has at a path; of a union, those of all its members. Empty where it has no object.
 * Contract: Validation.
 */
export function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => namesAt(option, path));
  const [key, ...rest] = path;
  if (key === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  if (inner instanceof z.ZodObject) {
    const field = inner.shape[String(key)];
    return field ? namesAt(field, rest) : [];
  }
  if (inner instanceof z.ZodArray) return namesAt(inner.element, rest);
  return inner instanceof z.ZodRecord ? namesAt(inner.valueType, rest) : [];
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
