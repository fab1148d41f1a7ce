import { availableParallelism } from 'node:os';

/**
 * A share of a provider's subscribers, by a hash of their ids. All items of a subscriber are in one lane, so runs of
 * different lanes never wait for the same subscription.
 */
export type Lane = { index: number; of: number };

/** The lanes of a provider unless the environment says otherwise: one a core, and connections left for requests. */
export const DEFAULT_LANES = Math.min(availableParallelism(), 4);

/** All lanes of a provider. */
export function lanesOf(of: number): Lane[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }));
}
