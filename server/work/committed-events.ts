/** What waits for events of a provider in this process, and whether it has seconds of time. */
const waiting = new Map<string, Map<() => void, { isPatient: boolean }>>();

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

/** Whether everything that waits in this process has seconds of time. */
export function areAllPatient(): boolean {
  return [...waiting.values()].every((waits) => [...waits.values()].every(({ isPatient }) => isPatient));
}

/** How much waits for events of a provider in this process. */
export function waitingFor(providerId: string): number {
  return waiting.get(providerId)?.size ?? 0;
}

/**
 * Calls `wake` once, at the next event of the provider.
 * @param isPatient whether an event of another process may wake it seconds later, which costs the database fewer polls
 * @returns a function that withdraws it
 */
export function onNextEvent(providerId: string, wake: () => void, { isPatient = false } = {}): () => void {
  const ofProvider = waiting.get(providerId) ?? new Map();
  waiting.set(providerId, ofProvider);
  ofProvider.set(wake, { isPatient });
  return () => {
    ofProvider.delete(wake);
    if (ofProvider.size === 0 && waiting.get(providerId) === ofProvider) waiting.delete(providerId);
  };
}

/** Wakes what waits for events of a provider. */
export function eventsCommitted(providerId: string): void {
  const woken = [...(waiting.get(providerId)?.keys() ?? [])];
  waiting.delete(providerId);
  for (const wake of woken) wake();
}
