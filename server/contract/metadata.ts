import { z } from 'zod';
import { isCleanText, issue } from './primitives.ts';

/** Bounds of metadata. Contract: Metadata. */
const MAX_KEYS = 50;
const MAX_VALUE = 500;
const KEY = /^[A-Za-z0-9_.-]{1,40}$/;

export type Metadata = Record<string, string>;

const described = {
  description:
    'Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters.',
  examples: [{ crm: '1042' }],
};

/** Metadata as output: an empty object without any. */
export const metadataOutput = z.record(z.string(), z.string()).meta({ ...described });

/** Metadata without keys that are null, or a fault at each key that is none. */
function checked(value: unknown, ctx: z.core.$RefinementCtx): Record<string, string | null> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter an object of texts.');
    return z.NEVER;
  }
  const entries = Object.entries(value);
  if (entries.filter(([, text]) => text !== null).length > MAX_KEYS)
    issue(ctx, 'OUT_OF_RANGE', `At most ${MAX_KEYS} keys.`);
  for (const [key, text] of entries.slice(0, 2 * MAX_KEYS)) {
    if (!KEY.test(key)) issue(ctx, 'INVALID_FORMAT', 'A key has 1 to 40 characters A-Z a-z 0-9 _ . -', [key]);
    else if (text === null) continue;
    else if (typeof text !== 'string' || !isCleanText(text))
      issue(ctx, 'INVALID_FORMAT', 'A value is a text.', [key]);
    else if (text.length > MAX_VALUE) issue(ctx, 'OUT_OF_RANGE', `At most ${MAX_VALUE} characters.`, [key]);
  }
  return value as Record<string, string | null>;
}

const shape = {
  type: 'object',
  maxProperties: MAX_KEYS,
  propertyNames: { pattern: KEY.source },
} as const;

/** Metadata of a create or a replacement: null leaves a key out. Values are kept as they are given. */
export const metadataInput = z
  .unknown()
  .transform((value, ctx) => withoutNulls(checked(value, ctx)))
  .meta({
    ...described,
    override: { ...shape, additionalProperties: { type: ['string', 'null'], maxLength: MAX_VALUE } },
  });

/** Metadata of a PATCH: the given keys are merged, and null removes one. */
export const metadataPatch = z
  .unknown()
  .transform(checked)
  .meta({
    ...described,
    description: `${described.description} They are merged; null removes a key.`,
    override: {
      type: 'object',
      propertyNames: { pattern: KEY.source },
      additionalProperties: { type: ['string', 'null'], maxLength: MAX_VALUE },
    },
  });

/** Metadata in a filter: `metadata[crm]=1042`. Each key is a condition. */
export const metadataFilter = z
  .unknown()
  .transform((value, ctx) => withoutNulls(checked(value, ctx)))
  .meta({
    description: 'Only those with these values in their metadata: `metadata[crm]=1042`.',
    examples: [{ crm: '1042' }],
    override: { type: 'object', additionalProperties: { type: 'string' } },
  });

function withoutNulls(metadata: Record<string, string | null>): Metadata {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([, text]) => text !== null)) as Metadata;
}

/** Metadata after a patch. */
export function mergedMetadata(current: Metadata | null, given: Record<string, string | null>): Metadata {
  return withoutNulls({ ...current, ...given });
}

/** Whether metadata has more keys than it may have. */
export function hasTooManyKeys(metadata: Metadata): boolean {
  return Object.keys(metadata).length > MAX_KEYS;
}
