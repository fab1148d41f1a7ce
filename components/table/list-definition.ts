import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, type SearchParams } from 'nuqs/server';
import { startOfDay } from '../format/zoned-time.ts';

export type FilterOption = { value: string; label: string };

/** `text` is sent as typed; `day` is a calendar day of the provider's zone, sent as the instant it starts. */
export type ListFilter =
  | { kind: 'enum'; key: string; label: string; options: FilterOption[] }
  | { kind: 'text'; key: string; label: string; placeholder?: string }
  | { kind: 'boolean'; key: string; label: string; yes: string; no: string }
  | { kind: 'day'; key: string; label: string; description?: string };

/** What a list offers. Plain data, so that the page (server) and its table (browser) read the same. */
export type ListDefinition = {
  /** Its path in the API and in `/api/export/`, for instance `demarcation-points`. */
  resource: string;
  /** Where its page is, if not at the resource's name: `/developers/events`. */
  path?: string;
  /** The heading, if it is not the noun. */
  title?: string;
  /** What staff call one and many of them. */
  noun: { one: string; many: string };
  filters: readonly ListFilter[];
  /** Placeholder of the search field; absent where the list cannot be searched. */
  search?: string;
  defaultSort?: string;
  /** What having been created is called of these things, if not that. */
  created?: string;
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

/** The first page as the server has read it, and the question it answers. */
export type InitialList<T> = { input: ListInput; answer: ListAnswer<T> };

/** Everything about a list that stands in its URL. `from` and `to` are calendar days, both inclusive. */
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

/** nuqs parsers of a list; filters have a prefix, so that none can collide with the list's own state. */
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

/** Query string of a list with these filters: how other pages link into it. */
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
    limit: (pageSizes as readonly number[]).includes(limit) ? limit : pageSizes[0],
    sort: String(raw.sort),
    q: String(raw.q ?? ''),
    columns: Array.isArray(raw.columns) ? raw.columns.map(String) : null,
    from: typeof raw.from === 'string' ? raw.from : null,
    to: typeof raw.to === 'string' ? raw.to : null,
    filters,
  };
}

/** Keys of a change as they stand in the URL. */
export function toUrlChange(change: Partial<ListState>): Record<string, unknown> {
  const { filters, ...rest } = change;
  const prefixed = Object.entries(filters ?? {}).map(([key, value]) => [filterPrefix + key, value || null]);
  return { ...rest, ...Object.fromEntries(prefixed) };
}

/** What the list procedure is asked for. Days become instants of the provider's zone. */
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

/** For a page on the server: the same question that its table will ask in the browser. */
export async function readListInput(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
  timeZone: string,
): Promise<ListInput> {
  const raw = await createLoader(listParsers(definition))(searchParams);
  return toListInput(definition, toListState(definition, raw), timeZone);
}

/** Address of the CSV with everything that the present filters match. */
export function exportHref(definition: ListDefinition, input: ListInput): string {
  const { page: _page, limit: _limit, ...rest } = input;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
  return `/api/export/${definition.resource}?${query}`;
}
