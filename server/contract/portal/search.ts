import { z } from 'zod';
import { searchInput } from '../paging.ts';
import { moneyObject } from '../primitives.ts';
import type { ResourceName } from '../resource-names.ts';

/** The kinds of results of Ctrl+K. */
const searchTypes = [
  'subscriber',
  'subscription',
  'plan',
  'demarcationPoint',
  'invoice',
  'charge',
  'payment',
  'receipt',
  'refund',
  'installation',
  'networkSession',
  'webhook',
  'event',
  'correlation',
] as const satisfies readonly (ResourceName | 'correlation')[];

export const searchQuery = z.strictObject({ q: searchInput });

const result = z.object({
  type: z.enum(searchTypes),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** As the API writes it; null for a result without a status. */
  status: z.string().nullable(),
  /** What a subscriber owes, one amount for each currency. Empty for other results. */
  owed: z.array(moneyObject),
  /** The subscriber of the result, if it has one. */
  subscriberId: z.string().nullable(),
});
export type SearchResult = z.output<typeof result>;

export const searchResults = z.object({
  results: z.array(result),
  /** The kinds with more matches than `results` has, and how many they are. One more than `MAX_FOUND` stands for any number above it. */
  more: z.array(z.object({ type: z.enum(searchTypes), count: z.int() })),
});
export type SearchResults = z.output<typeof searchResults>;
