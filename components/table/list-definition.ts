import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, type SearchParams } from 'nuqs/server';
import { startOfDay } from '@/server/contract/zoned-time.ts';

export type FilterOption = { value: string; label: string };

/** The resources that a filter can find by name. */
export type RecordKind =
  | 'subscriber'
  | 'subscription'
  | 'plan'
  | 'demarcationPoint'
  | 'invoice'
  | 'charge'
  | 'payment';

/**
 * `text` is sent as typed; `day` is a calendar day of the provider's zone, sent as the instant it starts; `record` is an id, which is
 * chosen by name. The values of `tags` and of an `enum` with `isAnyOf` are separated by commas; several values of an `enum` are sent
 * as `<key>In`.
 */
export type ListFilter =
  | { kind: 'enum'; key: string; label: string; options: FilterOption[]; isAnyOf?: true }
  | { kind: 'record'; key: string; label: string; of: RecordKind }
  | { kind: 'tags'; key: string; label: string }
  | { kind: 'text'; key: string; label: string; placeholder?: string }
  | { kind: 'boolean'; key: string; label: string; yes: string; no: string }
  | { kind: 'day'; key: string; label: string; description?: string };

/** The description of a list. It is plain data, so that the page (server) and its table (browser) share it. */
export type ListDefinition = {
  /** Its path in the API and in `/api/export/`, for instance `demarcation-points`. */
  resource: string;
  /** The path of its page, if it differs from the name of the resource: `/developers/events`. */
  path?: string;
  /** The heading, if it is not the noun. */
  title?: string;
  /** The singular and the plural. */
  noun: { one: string; many: string };
  filters: readonly ListFilter[];
  /** Placeholder of the search field; absent where the list cannot be searched. */
  search?: string;
  defaultSort?: string;
  /** The label of `createdAt`, if it is not "Created". */
  created?: string;
  /** The highest exact total, for a list that is too long to count. */
  countedTo?: number;
};

/** Heading of a list: "Demarcation points". */
export function listTitle({ title, noun }: ListDefinition): string {
  return title ?? noun.many.charAt(0).toUpperCase() + noun.many.slice(1);
}

/** Path of a list's page. */
export function listPath({ path, resource }: ListDefinition): string {
  return path ?? `/${resource}`;
}

export const pageSizes = [20, 50, 100] as const;

export type ListInput = {
  page: number;
  limit: number;
  sort: string;
  q?: string;
  createdAfter?: string;
  createdBefore?: string;
  [filter: string]: string | number | boolean | undefined;
};

export type ListAnswer<T> = {
  data: T[];
  meta: { page: number; limit: number; total: number; totalPages: number };
};

/** The first page as the server read it, with its query. */
export type InitialList<T> = {
  input: ListInput;
  answer: ListAnswer<T>;
  /** Names of the resources that it is filtered by, by id. */
  names?: Record<string, string>;
};

/** The state of a list, which is in its URL. `from` and `to` are calendar days, both inclusive. */
export type ListState = {
  page: number;
  limit: number;
  sort: string;
  q: string;
  columns: string[] | null;
  from: string | null;
  to: string | null;
  filters: Record<string, string>;
};

const filterPrefix = 'f.';

/** nuqs parsers of a list; filters have a prefix, so that they cannot collide with the other parameters. */
export function listParsers(definition: ListDefinition) {
  const filters = Object.fromEntries(
    definition.filters.map(({ key }) => [filterPrefix + key, parseAsString]),
  );
  return {
    ...filters,
    page: parseAsInteger.withDefault(1),
    limit: parseAsInteger.withDefault(pageSizes[0]),
    sort: parseAsString.withDefault(definition.defaultSort ?? '-createdAt'),
    q: parseAsString.withDefault(''),
    from: parseAsString,
    to: parseAsString,
    columns: parseAsArrayOf(parseAsString),
  };
}

/** The URL of a list with these filters, for links from other pages. */
export function listHref(
  definition: ListDefinition,
  state: {
    q?: string;
    sort?: string;
    from?: string;
    to?: string;
    filters?: Record<string, string>;
    tab?: string;
  },
): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state.filters ?? {})) query.set(filterPrefix + key, value);
  for (const key of ['tab', 'q', 'sort', 'from', 'to'] as const) if (state[key]) query.set(key, state[key]);
  const text = query.toString();
  return `${listPath(definition)}${text && `?${text}`}`;
}

export function toListState(definition: ListDefinition, raw: Record<string, unknown>): ListState {
  const filters: Record<string, string> = {};
  for (const { key } of definition.filters) {
    const value = raw[filterPrefix + key];
    if (typeof value === 'string' && value !== '') filters[key] = value;
  }
  const limit = Number(raw.limit);
  return {
    page: Math.max(1, Number(raw.page) || 1),
    limit: pageSizes.find((each) => each === limit) ?? pageSizes[0],
    sort: String(raw.sort),
    q: String(raw.q ?? ''),
    columns: Array.isArray(raw.columns) ? raw.columns.map(String) : null,
    from: typeof raw.from === 'string' ? raw.from : null,
    to: typeof raw.to === 'string' ? raw.to : null,
    filters,
  };
}

/** A change of the state as URL parameters. */
export function toUrlChange(change: Partial<ListState>): Record<string, unknown> {
  const { filters, ...rest } = change;
  const prefixed = Object.entries(filters ?? {}).map(([key, value]) => [filterPrefix + key, value || null]);
  return { ...rest, ...Object.fromEntries(prefixed) };
}

/** The input of the list procedure. Days become instants in the provider's zone. */
export function toListInput(definition: ListDefinition, state: ListState, timeZone: string): ListInput {
  const input: ListInput = { page: state.page, limit: state.limit, sort: state.sort };
  if (state.q.trim()) input.q = state.q.trim();
  const after = state.from && startOfDay(state.from, timeZone);
  const before = state.to && startOfDay(state.to, timeZone, 1);
  if (after) input.createdAfter = after;
  if (before) input.createdBefore = before;
  for (const filter of definition.filters) {
    const value = filterValue(filter, state.filters[filter.key], timeZone);
    const isSet = filter.kind === 'enum' && filter.isAnyOf && String(value).includes(',');
    if (value !== null) input[isSet ? `${filter.key}In` : filter.key] = value;
  }
  return input;
}

/** The ids of the resources that a list is filtered by. */
export function recordsIn(definition: ListDefinition, { filters }: Pick<ListState, 'filters'>): string[] {
  return definition.filters.flatMap(({ kind, key }) =>
    kind === 'record' && filters[key] ? [filters[key]] : [],
  );
}

function filterValue(
  filter: ListFilter,
  value: string | undefined,
  timeZone: string,
): string | boolean | null {
  if (!value) return null;
  switch (filter.kind) {
    case 'day':
      return startOfDay(value, timeZone);
    case 'enum':
      return chosenOptions(filter, value).join() || null;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : null;
    case 'text':
    case 'record':
    case 'tags':
      return value.trim() || null;
  }
}

/** The values of an `enum` filter that it offers. */
export function chosenOptions(
  { options, isAnyOf }: Pick<Extract<ListFilter, { kind: 'enum' }>, 'options' | 'isAnyOf'>,
  value: string,
): string[] {
  const chosen = isAnyOf ? value.split(',') : [value];
  return options.map((option) => option.value).filter((each) => chosen.includes(each));
}

/** The state of a list in the URL, for a page on the server. */
export async function readListState(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
): Promise<ListState> {
  return toListState(definition, await createLoader(listParsers(definition))(searchParams));
}

/** The input of the list procedure from the URL, for a page on the server. */
export async function readListInput(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
  timeZone: string,
): Promise<ListInput> {
  return toListInput(definition, await readListState(definition, searchParams), timeZone);
}

/** The URL of the CSV with all rows that match the current filters. */
export function exportHref(definition: ListDefinition, input: ListInput): string {
  const { page: _page, limit: _limit, ...rest } = input;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
  return `/api/export/${definition.resource}?${query}`;
}
