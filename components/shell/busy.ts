import { useEffect, useSyncExternalStore } from 'react';

/** A request that begins this soon after a click or a key is its effect, in ms. */
const EFFECT_MS = 300;

let inFlight = 0;
let actedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

function add(count: number): void {
  inFlight += count;
  for (const listener of listeners) listener();
}

/** Notes work that a person waits for. @returns a function that ends it */
function beginWork(): () => void {
  add(1);
  return () => add(-1);
}

/** Whether a person waits for the effect of a click or a key. */
export function useIsBusy(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => inFlight > 0,
    () => false,
  );
}

/** Notes work as long as it is true. */
export function useWork(isWorking: boolean): void {
  useEffect(() => (isWorking ? beginWork() : undefined), [isWorking]);
}

const noteAction = () => {
  actedAt = performance.now();
};

/** Typing has its own feedback: the text. */
function noteKey({ key, target }: KeyboardEvent): void {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
  if (!isField || key === 'Enter') noteAction();
}

/**
 * Notes each request that a click or a key causes: of the router, of the API client and of anything else. One place instead of each
 * button, because a forgotten button would look dead on a slow line.
 */
function watchRequests(): void {
  const send = window.fetch;
  window.fetch = (...request) => {
    const answer = send(...request);
    if (performance.now() - actedAt < EFFECT_MS) {
      const end = beginWork();
      answer.then(end, end);
    }
    return answer;
  };
  window.addEventListener('click', noteAction, { capture: true });
  window.addEventListener('keydown', noteKey, { capture: true });
}

if (typeof window !== 'undefined') watchRequests();
