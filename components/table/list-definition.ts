import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, type SearchParams } from 'nuqs/server';
import type { ListPath } from '@/server/contract/portal/list-names.ts';
import { instantAt, startOfDay } from '@/server/contract/zoned-time.ts';
import { capitalized } from '../format/capitalized.ts';
import { addDays, type DayRange, daysOf } from './day-range.ts';

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
 * as `<key>In`. `days` is a range of calendar days, sent as the instants `<key>After` and `<key>Before`; `amount` a range in major
 * units, sent as `<key>From` and `<key>To`.
 */
export type ListFilter =
  | { kind: 'enum'; key: string; label: string; options: FilterOption[]; isAnyOf?: true }
  | { kind: 'record'; key: string; label: string; of: RecordKind }
  | { kind: 'tags'; key: string; label: string }
  /** `isLinked`: links set it; it is offered only while it is set. */
  | { kind: 'text'; key: string; label: string; placeholder?: string; isLinked?: true }
  | { kind: 'boolean'; key: string; label: string; yes: string; no: string }
  /** `withTime`: a time of that day, as the clocks of the provider's zone show it. */
  | { kind: 'day'; key: string; label: string; withTime?: true }
  /** `isAhead`: of times that are usually in the future. */
  | { kind: 'days'; key: string; label: string; isAhead?: true }
  | { kind: 'amount'; key: string; label: string };

/** The description of a list. It is plain data, so that the page (server) and its table (browser) share it. */
export type ListDefinition = {
  /** Its path in the API and in `/api/export/`, for instance `demarcation-points`. */
  resource: ListPath;
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
  return title ?? capitalized(noun.many);
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

/** The state of a list, which is in its URL. Of the days on which rows were created, both are included. */
export type ListState = DayRange & {
  page: number;
  limit: number;
  sort: string;
  q: string;
  columns: string[] | null;
  /** By the names of the API. The period of a range of days is under its own key. */
  filters: Record<string, string>;
};

const filterPrefix = 'f.';

/** The keys of a filter's values in the state of a list. */
function keysOf({ kind, key }: ListFilter): string[] {
  if (kind === 'days') return [key, `${key}After`, `${key}Before`];
  return kind === 'amount' ? [`${key}From`, `${key}To`] : [key];
}

/** The state without a filter. */
export function without(filter: ListFilter): Record<string, string> {
  return Object.fromEntries(keysOf(filter).map((key) => [key, '']));
}

/** The days that a filter is set to. In the state, as in the API, the last one is not included. */
export function rangeOf(key: string, filters: Record<string, string>): DayRange {
  const before = filters[`${key}Before`];
  return {
    period: filters[key] || null,
    from: filters[`${key}After`] || null,
    to: before ? addDays(before, -1) : null,
  };
}

/** The values of a filter that is set to a range of days. */
export function filtersOfRange(key: string, { period, from, to }: DayRange): Record<string, string> {
  return {
    [key]: period ?? '',
    [`${key}After`]: from ?? '',
    [`${key}Before`]: to ? addDays(to, 1) : '',
  };
}

/** nuqs parsers of a list; filters have a prefix, so that they cannot collide with the other parameters. */
export function listParsers(definition: ListDefinition) {
  const filters = Object.fromEntries(
    definition.filters.flatMap(keysOf).map((key) => [filterPrefix + key, parseAsString]),
  );
  return {
    ...filters,
    page: parseAsInteger.withDefault(1),
    limit: parseAsInteger.withDefault(pageSizes[0]),
    sort: parseAsString.withDefault(definition.defaultSort ?? '-createdAt'),
    q: parseAsString.withDefault(''),
    from: parseAsString,
    to: parseAsString,
    period: parseAsString,
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
  for (const key of definition.filters.flatMap(keysOf)) {
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
    period: typeof raw.period === 'string' ? raw.period : null,
    filters,
  };
}

/** A change of the state as URL parameters. */
export function toUrlChange(change: Partial<ListState>): Record<string, unknown> {
  const { filters, ...rest } = change;
  const prefixed = Object.entries(filters ?? {}).map(([key, value]) => [filterPrefix + key, value || null]);
  return { ...rest, ...Object.fromEntries(prefixed) };
}

/** A time zone, and the day in it by the provider's clock. */
export type Today = { timeZone: string; day: string };

/** The input of the list procedure. Days become instants in the provider's zone. */
export function toListInput(definition: ListDefinition, state: ListState, today: Today): ListInput {
  const input: ListInput = { page: state.page, limit: state.limit, sort: state.sort };
  if (state.q.trim()) input.q = state.q.trim();
  Object.assign(input, instantsOf('created', state, today));
  for (const filter of definition.filters) Object.assign(input, inputOf(filter, state.filters, today));
  return input;
}

/** The instants of a range of days, as `<key>After` and `<key>Before`. */
function instantsOf(key: string, range: DayRange, today: Today): Partial<ListInput> {
  const { from, to } = daysOf(range, today.day);
  const after = from && startOfDay(from, today.timeZone);
  const before = to && startOfDay(to, today.timeZone, 1);
  return { ...(after && { [`${key}After`]: after }), ...(before && { [`${key}Before`]: before }) };
}

/** The input of one filter. */
function inputOf(filter: ListFilter, filters: Record<string, string>, today: Today): Partial<ListInput> {
  const { key } = filter;
  if (filter.kind === 'days') return instantsOf(key, rangeOf(key, filters), today);
  if (filter.kind === 'amount') {
    const amounts = keysOf(filter).map((end) => [end, toAmount(filters[end])] as const);
    return Object.fromEntries(amounts.filter(([, amount]) => amount !== null)) as Partial<ListInput>;
  }
  const value = filterValue(filter, filters[key], today.timeZone);
  const isSet = filter.kind === 'enum' && filter.isAnyOf && String(value).includes(',');
  return value === null ? {} : { [isSet ? `${key}In` : key]: value };
}

/** An amount in major units; null for what is none. */
function toAmount(value: string | undefined): number | null {
  return value && /^\d{1,12}(\.\d{1,4})?$/.test(value) ? Number(value) : null;
}

/** The ids of the resources that a list is filtered by. */
export function recordsIn(definition: ListDefinition, { filters }: Pick<ListState, 'filters'>): string[] {
  return definition.filters.flatMap(({ kind, key }) =>
    kind === 'record' && filters[key] ? [filters[key]] : [],
  );
}

function filterValue(
  filter: Exclude<ListFilter, { kind: 'days' | 'amount' }>,
  value: string | undefined,
  timeZone: string,
): string | boolean | null {
  if (!value) return null;
  switch (filter.kind) {
    case 'day':
      return filter.withTime ? instantAt(value, timeZone) : startOfDay(value, timeZone);
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

/** The URL of the CSV with all rows that match the current filters. */
export function exportHref(definition: ListDefinition, input: ListInput): string {
  const { page: _page, limit: _limit, ...rest } = input;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value));
  return `/api/export/${definition.resource}?${query}`;
}
