import type { SearchResult } from '@/server/contract/portal/search.ts';
import { pageOfType } from './navigation.ts';

/** What the results of a kind are called whose list finds the same by a text, and the key of the text in its address. */
const listsOfTypes: Partial<Record<SearchResult['type'], [many: string, key: string]>> = {
  subscriber: ['subscribers', 'q'],
  subscription: ['subscriptions', 'q'],
  installation: ['installations', 'q'],
  plan: ['plans', 'q'],
  demarcationPoint: ['demarcation points', 'q'],
  invoice: ['invoices', 'q'],
  charge: ['charges', 'q'],
  networkSession: ['sessions', 'f.address'],
};

/** The list with everything of a kind that a text finds; null for a kind whose list does not find the start of a text. */
export function listOfMatches(type: SearchResult['type'], q: string): { many: string; href: string } | null {
  const [many, key] = listsOfTypes[type] ?? [];
  return many && key ? { many, href: `${pageOfType[type]}?${new URLSearchParams({ [key]: q })}` } : null;
}
