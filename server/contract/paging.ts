import { z } from 'zod';
import { amountOrZeroInput, anyText, instantInput, issue, searchText } from './primitives.ts';

const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** The largest exact integer. PostgreSQL's offsets are larger, so such a page is empty. */
const MAX_PAGE = Number.MAX_SAFE_INTEGER;

function positiveInteger(max: number, fallback: number) {
  return z
    .any()
    .superRefine((value, ctx) => {
      if (!Number.isSafeInteger(value) || value < 1) issue(ctx, 'MUST_BE_POSITIVE_INTEGER');
      else if (value > max) issue(ctx, 'OUT_OF_RANGE', `At most ${max}.`);
    })
    .pipe(z.int())
    .meta({ type: 'integer', minimum: 1, maximum: max })
    .default(fallback);
}

/**
 * The input of every list: `page`, `limit`, `sort`, `createdAfter` (inclusive), `createdBefore` (exclusive), and the
 * filters of the list. Contract: Lists.
 */
export function listInput<const S extends readonly string[], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  const names = [...new Set(['createdAt', 'updatedAt', ...sortable])];
  return z.strictObject({
    page: positiveInteger(MAX_PAGE, 1),
    limit: positiveInteger(MAX_LIMIT, DEFAULT_LIMIT),
    sort: z
      .enum(names.flatMap((name) => [name, `-${name}`]))
      .default('-createdAt')
      .meta({
        description:
          'A field; - in front for descending. Ties follow the order of creation, in the same direction.',
      }),
    createdAfter: instantInput.optional().meta({ description: 'From this instant on.' }),
    createdBefore: instantInput.optional().meta({ description: 'Before this instant.' }),
    ...filters,
  });
}

/** The case-insensitive substring filter. */
export const searchInput = searchText(200).meta({
  description:
    "Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country.",
});

/** Several values of an enum in a filter, separated by commas: `ACTIVE,PENDING`. Portal only. */
export function anyOf<const V extends readonly [string, ...string[]]>(values: V) {
  return anyText(1, 1_000)
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(values)));
}

/** The lowest and the highest amount, in major units of the currency of each row. Portal only. */
export const amountRange = {
  amountFrom: amountOrZeroInput.optional(),
  amountTo: amountOrZeroInput.optional(),
};

const listMeta = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int().meta({ description: 'Number of items on all pages.' }),
    totalPages: z.int().meta({ description: '0 for an empty list.' }),
  })
  .meta({ id: 'ListMeta' });

export type ListMeta = z.output<typeof listMeta>;
export type Page<T> = { data: T[]; meta: ListMeta };

/** What `omit` removes from the input of a list, so that its filters remain. */
export const pageAndOrder = { page: true, limit: true, sort: true } as const;

/** The number of rows of each tab of a list, by the tab's name. Portal only. */
export function countsOutput<const T extends object>(tabs: T) {
  type Counts = { [K in keyof T & string]: z.ZodInt };
  return z.object(Object.fromEntries(Object.keys(tabs).map((tab) => [tab, z.int()])) as Counts);
}

/**
 * The number of rows of each tab of a list that is too long to count. `atLeast` names the tabs that may have more rows than
 * were counted. Portal only.
 */
export function boundedCountsOutput<const T extends object>(tabs: T) {
  const names = Object.keys(tabs) as (keyof T & string)[];
  return z.object({ counts: countsOutput(tabs), atLeast: z.array(z.enum(names)) });
}

const listItems = new WeakSet<z.ZodType>();

/** A page of snapshots; REST puts `meta` beside `data` in the envelope. */
export function listOutput<S extends z.ZodType>(item: S) {
  const schema = z.object({ data: z.array(item), meta: listMeta });
  listItems.add(schema);
  return schema;
}

/** Whether an output schema is a page of a list. */
export function isListOutput(schema: unknown): boolean {
  return listItems.has(schema as z.ZodType);
}
