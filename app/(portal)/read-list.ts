import type { SearchParams } from 'nuqs/server';
import { todayOf } from '@/components/shell/session.ts';
import {
  type InitialList,
  type ListAnswer,
  type ListDefinition,
  readListState,
  recordsIn,
  toListInput,
} from '@/components/table/list-definition.ts';
import type { PortalCaller } from '@/server/api/bridge.ts';
import { portalCaller, portalSession } from '../session.ts';

/**
 * Reads the first page of a list on the server, by the query of the URL. For an invalid query it returns undefined,
 * and the table shows the error of the API when it reads the list itself.
 * @param list calls the list procedure; the input comes from the URL unchecked
 */
export async function readList<T>(
  definition: ListDefinition,
  searchParams: Promise<SearchParams>,
  // biome-ignore lint/suspicious/noExplicitAny: the procedure checks the input
  list: (caller: PortalCaller, input: any) => Promise<ListAnswer<T>>,
): Promise<InitialList<T> | undefined> {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const state = await readListState(definition, searchParams);
  const input = toListInput(
    definition,
    state,
    todayOf(session?.provider ?? { timeZone: 'UTC', clockOffsetMs: 0 }),
  );
  const ids = recordsIn(definition, state);
  const [answer, names] = await Promise.all([
    list(caller, input).catch(() => undefined),
    ids.length > 0 ? caller.labels.of({ ids }) : {},
  ]);
  return answer && { input, answer, names };
}
