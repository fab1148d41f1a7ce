import { z } from 'zod';

/** A patch of these fields: each may be absent, and an optional one may be null. */
type Patch<S extends z.ZodRawShape> = z.ZodObject<
  { id: z.ZodType<string, string> } & {
    [K in Exclude<keyof S & string, 'id'>]: z.ZodOptional<z.ZodNullable<S[K] & z.ZodType>>;
  }
>;

/**
 * The input of a PATCH, from the fields that the PUT of the resource takes: what is given is changed, and null clears a field that
 * the PUT may omit. Contract: Changing part of a resource.
 */
export function patchOf<S extends z.ZodRawShape>({ id, ...fields }: S): Patch<S> {
  const patched = Object.entries(fields).map(([name, given]) => {
    const field = given as z.ZodType;
    const required = withoutAbsence(field);
    if (required === field) return [name, field.optional()];
    const meta = field.meta() ?? required.meta();
    const made = required.nullable().optional();
    return [name, meta ? made.meta(meta) : made];
  });
  // The shape is made of the fields, so it has their types.
  return z.strictObject({ id, ...Object.fromEntries(patched) }) as unknown as Patch<S>;
}

/** A schema without its default and without `optional`. */
function withoutAbsence(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodOptional || field instanceof z.ZodDefault)) return field;
  return withoutAbsence(field.def.innerType as z.ZodType);
}
