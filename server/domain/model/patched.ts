import type { z } from 'zod';
import { invalid } from '../../contract/errors.ts';
import { type Metadata, mergedMetadata } from '../../contract/metadata.ts';
import { reasonsOf } from '../../contract/reasons.ts';

type Fields = Record<string, unknown>;

/**
 * The replacement that a patch stands for: what is given, and the other fields as they are. Null clears a field. Contract: Changing
 * part of a resource.
 * @param schema of the replacement
 * @param current the snapshot, or what of it the replacement would clear
 * @throws VALIDATION_FAILED for a rule across fields
 */
export function patched<S extends z.ZodObject>(
  schema: S,
  current: object,
  given: Fields & { id: string },
): z.output<S> {
  const metadata = isMetadata(given.metadata) && {
    metadata: mergedMetadata((current as { metadata?: Metadata }).metadata ?? null, given.metadata),
  };
  const known = Object.entries(current).filter(([name]) => name in schema.shape);
  const merged = Object.entries({ ...defined(Object.fromEntries(known)), ...defined(given), ...metadata });
  const input = Object.fromEntries(merged.filter(([, value]) => value !== null));
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  throw invalid(reasonsOf(checked.error.issues, input));
}

function defined(given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function isMetadata(value: unknown): value is Record<string, string | null> {
  return typeof value === 'object' && value !== null;
}
