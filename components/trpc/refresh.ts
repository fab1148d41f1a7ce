import type { Query, QueryClient } from '@tanstack/react-query';
import type { EventObject } from '@/server/contract/event-catalogue.ts';
import type { Changes } from '@/server/contract/portal/changes.ts';

/** The shortest time between two reads of what has no id in its input, such as a list, in ms. */
const LISTS_EACH_MS = 5_000;

/** The routers in whose lists and counts a resource of this kind appears, or a computed field that depends on it. */
const routersOf: Record<EventObject, readonly string[]> = {
  subscriber: ['subscriber'],
  subscription: ['subscription', 'subscriber', 'plan', 'home'],
  billing_cycle: ['subscription', 'subscriber', 'invoice', 'home'],
  payment: ['payment', 'invoice', 'charge', 'receipt', 'subscription', 'subscriber', 'home'],
  charge: ['charge', 'subscriber', 'invoice'],
  refund: ['refund', 'payment', 'home'],
  installation: ['installation', 'home'],
  plan: ['plan'],
  network: ['networkSession'],
};

/** The routers of what every event adds to. */
const ofAll = ['event', 'audit'];

/** The figures of months are read each minute, whatever happens meanwhile. */
const isSlow = (key: string) => key.includes('"home","figures"');

/** Reads again what changes make untrue. A window that is not visible reads it when it is shown. */
export function createRefresh(queries: QueryClient): (changes: Changes) => void {
  let lists: Changes | null = null;
  let readAt = 0;

  const invalidate = (predicate: (query: Query) => boolean) =>
    void queries.invalidateQueries({
      predicate,
      refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
    });

  const refreshLists = () => {
    readAt = Date.now();
    const changes = lists;
    lists = null;
    if (changes) invalidate((query) => dependsOn(query, changes));
  };

  return (changes) => {
    if (!changes.all) {
      const changed = new Set(changes.ids);
      invalidate(({ queryKey }) => hasAny(JSON.stringify(queryKey), changed));
    }
    // With changes that wait, a read is planned.
    if (!lists) setTimeout(refreshLists, Math.max(0, readAt + LISTS_EACH_MS - Date.now()));
    lists = lists ? union(lists, changes) : changes;
  };
}

/** Whether what a query has read may be untrue: it contains a changed id, or new rows may belong to it. */
function dependsOn({ queryKey, state }: Query, changes: Changes): boolean {
  const key = JSON.stringify(queryKey);
  if (isSlow(key) || !Array.isArray(queryKey[0])) return false;
  if (changes.all) return true;
  const ids = new Set(changes.ids);
  // The queries with an id in their input were read at once.
  if (hasAny(key, ids)) return false;
  const [router] = queryKey[0];
  const mayHaveNew = [...ofAll, ...changes.objects.flatMap((object) => routersOf[object])].includes(router);
  return (mayHaveNew && idsIn(key).length === 0) || hasAny(JSON.stringify(state.data ?? null), ids);
}

function union(one: Changes, other: Changes): Changes {
  if (one.all || other.all) return { all: true };
  return { all: false, objects: [...one.objects, ...other.objects], ids: [...one.ids, ...other.ids] };
}

const idsIn = (text: string): string[] => text.match(/\b[a-z]{3,4}_[0-9a-z]{26,32}\b/g) ?? [];

function hasAny(text: string, ids: Set<string>): boolean {
  return idsIn(text).some((id) => ids.has(id));
}
