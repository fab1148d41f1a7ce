/** How something waits. */
type Wait = {
  /** Whether an event of another process may wake it seconds later, which costs the database fewer polls. */
  isPatient?: boolean;
  /** The types of events that wake it; absent: all. */
  types?: readonly string[] | undefined;
};

/** What waits for events of a provider in this process. */
const waiting = new Map<string, Map<() => void, Wait>>();

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
 * Calls `wake` once, at the next event of the provider that it waits for, or at one of another type.
 * @returns a function that withdraws it
 */
export function onNextEvent(providerId: string, wake: () => void, wait: Wait = {}): () => void {
  const ofProvider = waiting.get(providerId) ?? new Map<() => void, Wait>();
  waiting.set(providerId, ofProvider);
  ofProvider.set(wake, wait);
  return () => {
    ofProvider.delete(wake);
    if (ofProvider.size === 0 && waiting.get(providerId) === ofProvider) waiting.delete(providerId);
  };
}

/**
 * Wakes what waits for events of a provider.
 * @param types those of the events; absent where they are not known
 */
export function eventsCommitted(providerId: string, types?: ReadonlySet<string>): void {
  const ofProvider = waiting.get(providerId);
  if (!ofProvider) return;
  const woken = [...ofProvider].filter(
    ([, wait]) => !types || !wait.types || wait.types.some((type) => types.has(type)),
  );
  for (const [wake] of woken) ofProvider.delete(wake);
  if (ofProvider.size === 0) waiting.delete(providerId);
  for (const [wake] of woken) wake();
}
