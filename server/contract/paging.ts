import { z } from 'zod';
import { anyText, idInput, instantInput, issue, searchText, storedId } from './primitives.ts';

const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** The largest exact integer. PostgreSQL's offsets are larger, so such a page is empty. */
const MAX_PAGE = Number.MAX_SAFE_INTEGER;

function positiveInteger(max: number) {
  return z
    .any()
    .superRefine((value, ctx) => {
      if (!Number.isSafeInteger(value) || value < 1) issue(ctx, 'MUST_BE_POSITIVE_INTEGER');
      else if (value > max) issue(ctx, 'OUT_OF_RANGE', `At most ${max}.`);
    })
    .pipe(z.int())
    .meta({ type: 'integer', minimum: 1, maximum: max });
}

/** `limit` of a list. */
export const limitInput = positiveInteger(MAX_LIMIT).default(DEFAULT_LIMIT);

/** The most ids in one filter. */
const MAX_IDS = 100;

/** Ids in a filter, separated by commas. Contract: Lists. */
const idsInput = anyText(1, MAX_IDS * 64)
  .transform((given) => [...new Set(given.split(',').map((id) => storedId(id.trim())))])
  .superRefine((ids, ctx) => {
    if (ids.length > MAX_IDS) issue(ctx, 'OUT_OF_RANGE', `At most ${MAX_IDS} ids.`);
    if (ids.includes('')) issue(ctx, 'INVALID_FORMAT', 'Separate ids by single commas.');
  })
  .meta({ description: `Only the rows with these ids: at most ${MAX_IDS}, separated by commas.` });

/**
 * The input of every list: a place (`page`, or `after` for the rows behind one), `limit`, `sort`, `createdAfter` and
 * `updatedAfter` (inclusive), `createdBefore` and `updatedBefore` (exclusive), `id` for several ids, and the filters of the
 * list. Contract: Lists.
 */
export function listInput<const S extends readonly string[], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  return nestedListInput(sortable, { id: idsInput.optional(), ...filters });
}

/** As `listInput`, for a list with an `id` in its path, which is not a filter. */
export function nestedListInput<const S extends readonly string[], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  const names = [...new Set(['createdAt', 'updatedAt', ...sortable])];
  return z.strictObject({
    // Its default is in the verb, because `after` is refused beside a given page only.
    page: positiveInteger(MAX_PAGE).meta({ default: 1 }).optional(),
    limit: limitInput,
    sort: z
      .enum(names.flatMap((name) => [name, `-${name}`]))
      .default('-createdAt')
      .meta({
        description:
          'A field; - in front for descending. Ties follow the order of creation, in the same direction.',
      }),
    createdAfter: instantInput.optional().meta({ description: 'From this instant on.' }),
    createdBefore: instantInput.optional().meta({ description: 'Before this instant.' }),
    updatedAfter: instantInput.optional().meta({ description: 'Changed at this instant or later.' }),
    updatedBefore: instantInput.optional().meta({ description: 'Last changed before this instant.' }),
    after: idInput('subscriber').optional().meta({
      description:
        'The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`.',
    }),
    ...filters,
  });
}

/** The case-insensitive substring filter. */
export const searchInput = searchText(200).meta({
  description:
    "Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country.",
});

/** A field of a page that an answer to `after` lacks. */
const withoutAfter = { 'x-absent-with': 'after' };

const listMeta = z
  .object({
    page: z.int().optional().meta(withoutAfter),
    limit: z.int(),
    total: z
      .int()
      .optional()
      .meta({ description: 'Number of items on all pages.', ...withoutAfter }),
    totalPages: z
      .int()
      .optional()
      .meta({ description: '0 for an empty list.', ...withoutAfter }),
    next: z.string().nullable().optional().meta({
      description: 'What to give as `after`; null at the end. Only of a list that is sorted by `createdAt`.',
    }),
  })
  .meta({ id: 'ListMeta' });

/** Of a page. An answer to `after` has `limit` and `next` only; no page of the portal gives it. */
export type ListMeta = {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  next?: string | null | undefined;
};
export type Page<T> = { data: T[]; meta: ListMeta };

/** What `omit` removes from the input of a list, so that its filters remain. */
export const pageAndOrder = { page: true, limit: true, sort: true, after: true } as const;

const listItems = new WeakSet<z.ZodType>();

/** A page of snapshots; REST puts `meta` beside `data` in the envelope. */
export function listOutput<S extends z.ZodType, M extends z.ZodType = z.ZodType<ListMeta, ListMeta>>(
  item: S,
  meta: M = listMeta as unknown as M,
) {
  const schema = z.object({ data: z.array(item), meta });
  listItems.add(schema);
  return schema;
}

/** Whether an output schema is a page of a list. */
export function isListOutput(schema: unknown): boolean {
  return listItems.has(schema as z.ZodType);
}
