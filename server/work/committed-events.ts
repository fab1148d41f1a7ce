/** What waits for events of a provider in this process. */
const waiting = new Map<string, Set<() => void>>();

let isEnded = false;

/** Ends the waits of this process, and those that begin later. */
export function endWaits(): void {
  isEnded = true;
  eventsCommitted();
}

/** Whether nothing waits any more. */
export function haveWaitsEnded(): boolean {
  return isEnded;
}

/** Whether anything waits in this process. */
export function isAnyWaiting(): boolean {
  return waiting.size > 0;
}

/** How much waits for events of a provider in this process. */
export function waitingFor(providerId: string): number {
  return waiting.get(providerId)?.size ?? 0;
}

/** Calls `wake` once, at the next event of the provider. @returns a function that withdraws it */
export function onNextEvent(providerId: string, wake: () => void): () => void {
  const ofProvider = waiting.get(providerId) ?? new Set();
  waiting.set(providerId, ofProvider);
  ofProvider.add(wake);
  return () => {
    ofProvider.delete(wake);
    if (ofProvider.size === 0 && waiting.get(providerId) === ofProvider) waiting.delete(providerId);
  };
}

/** Wakes what waits for events of a provider, or of any. */
export function eventsCommitted(providerId?: string): void {
  if (waiting.size === 0) return;
  const woken = providerId === undefined ? [...waiting.values()] : [waiting.get(providerId) ?? []];
  if (providerId === undefined) waiting.clear();
  else waiting.delete(providerId);
  for (const wakes of woken) for (const wake of wakes) wake();
}
