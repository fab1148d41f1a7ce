import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, type SearchParams } from 'nuqs/server';
import { startOfDay } from '@/server/contract/zoned-time.ts';

export type FilterOption = { value: string; label: string };

/** `text` is sent as typed; `day` is a calendar day of the provider's zone, sent as the instant it starts. */
export type ListFilter =
  | { kind: 'enum'; key: string; label: string; options: FilterOption[] }
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
export type InitialList<T> = { input: ListInput; answer: ListAnswer<T> };

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
    if (value !== null) input[filter.key] = value;
  }
  return input;
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
      return filter.options.some((option) => option.value === value) ? value : null;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : null;
    case 'text':
      return value.trim() || null;
  }
}

/** The input of the list procedure from the URL, for a page on the server. */
export async function readListInput(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
  timeZone: string,
): Promise<ListInput> {
  const raw = await createLoader(listParsers(definition))(searchParams);
  return toListInput(definition, toListState(definition, raw), timeZone);
}

/** The URL of the CSV with all rows that match the current filters. */
export function exportHref(definition: ListDefinition, input: ListInput): string {
  const { page: _page, limit: _limit, ...rest } = input;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
  return `/api/export/${definition.resource}?${query}`;
}
