import type { SQL } from 'drizzle-orm';
import type { Filter } from './filters.ts';
import type { SortKey } from './order.ts';

export type Paging = {
  /** 1 when absent. */
  page?: number | undefined;
  limit: number;
  sort: string;
  /** The id of the last row seen, for the rows behind it. */
  after?: string | undefined;
  id?: string | string[] | undefined;
  updatedAfter?: Date;
  updatedBefore?: Date;
  createdAfter?: Date;
  createdBefore?: Date;
  /** The ids of the only rows that can match. No request has it: the server adds it. */
  selected?: string[];
  /** Whether the rows have their ids alone. No request has it: the server adds it where it lists more than a page. */
  idsOnly?: boolean;
};

/** The input of a list without its page and order. */
export type Filters<I> = Partial<Omit<I, 'page' | 'limit' | 'sort' | 'after'>>;

export type ListOptions<I> = {
  /** A condition that always holds. */
  always?: SQL;
  filters?: { [F in Exclude<keyof I, Exclude<keyof Paging, 'id'>>]?: Filter<NonNullable<I[F]>> };
  /** The keys of further values of `sort`, most significant first. `createdAt` and `updatedAt` are always there. */
  sortable?: Record<string, SortKey | SortKey[]>;
  /**
   * Whether `row_count` has the total of this table, so that no request counts a million rows. With `by status` it has the
   * totals of the statuses too.
   */
  counted?: boolean | 'by status';
  /** Whether the rows belong to no provider: all see them. */
  isShared?: boolean;
  /** Whether ids stand for `createdAt`, for a table without an index on it. Ids are in its order. */
  timeById?: boolean;
  /**
   * The highest exact total of a table that no request can count. With more rows, the total is one more than it.
   * Contract: Request log.
   */
  countedTo?: number;
};
