import { invalid } from '../../contract/errors.ts';
import { hasTooManyKeys, type Metadata, mergedMetadata } from '../../contract/metadata.ts';

/**
 * Metadata as its column keeps it: null without any key, else in the order in which PostgreSQL returns it, so that equal
 * metadata compares as equal. Absent metadata stays absent.
 */
export function storedMetadata(metadata: Metadata): Metadata | null;
export function storedMetadata(metadata: Metadata | undefined): Metadata | null | undefined;
export function storedMetadata(metadata: Metadata | undefined): Metadata | null | undefined {
  if (!metadata) return metadata;
  const keys = Object.keys(metadata).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, metadata[key] as string]));
}

/**
 * The column after a patch; undefined where the patch has no metadata. Contract: Metadata.
 * @throws VALIDATION_FAILED for more than 50 keys
 */
export function patchedMetadata(
  current: Metadata | null,
  given: Record<string, string | null> | undefined,
): Metadata | null | undefined {
  if (!given) return undefined;
  const merged = mergedMetadata(current, given);
  if (hasTooManyKeys(merged))
    throw invalid([{ field: 'metadata', code: 'OUT_OF_RANGE', message: 'At most 50 keys.' }]);
  return storedMetadata(merged);
}
