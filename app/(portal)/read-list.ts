import type { SearchParams } from 'nuqs/server';
import {
  type InitialList,
  type ListAnswer,
  type ListDefinition,
  readListInput,
} from '@/components/table/list-definition.ts';
import type { PortalCaller } from '@/server/api/bridge.ts';
import { portalCaller, portalSession } from '../session.ts';

/**
 * What a list's page starts with: the answer to what its address asks. What stands in the address may be wrong;
 * there is no answer then, and the table says so in the API's words when it asks for itself.
 * @param list asks the list procedure; the input is whatever the address gave
 */
export async function readList<T>(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
  // biome-ignore lint/suspicious/noExplicitAny: the procedure itself checks what the address holds
  list: (caller: PortalCaller, input: any) => Promise<ListAnswer<T>>,
): Promise<InitialList<T> | undefined> {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const input = await readListInput(definition, searchParams, session?.provider.timeZone ?? 'UTC');
  const answer = await list(caller, input).catch(() => undefined);
  return answer && { input, answer };
}
