/** What waits for events of a provider in this process. */
const waiting = new Map<string, Set<() => void>>();

let isEnded = false;

/** Ends the waits of this process, and those that begin later. */
export function endWaits(): void {
  isEnded = true;
  for (const providerId of providersWaiting()) eventsCommitted(providerId);
}

/** Whether nothing waits any more. */
export function haveWaitsEnded(): boolean {
  return isEnded;
}

/** The providers for whose events something waits in this process. */
export function providersWaiting(): string[] {
  return [...waiting.keys()];
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

/** Wakes what waits for events of a provider. */
export function eventsCommitted(providerId: string): void {
  const woken = waiting.get(providerId) ?? [];
  waiting.delete(providerId);
  for (const wake of woken) wake();
}
