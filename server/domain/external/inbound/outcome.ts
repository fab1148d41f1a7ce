import type { IntegrationRow } from '../../model/integration/resource.ts';

/** What became of a command. The reason says why it had no effect, or not all of it. */
export type Outcome = { as: 'done' } | { as: 'ignored' | 'failed'; reason: string };

/** The event that a command came by. */
export type Cause = {
  integration: IntegrationRow;
  inboundEventId: string;
  /** False for an event without any proof of who sent it: it moves no money. */
  isTrusted: boolean;
};

export const done: Outcome = { as: 'done' };

/** It changes nothing. */
export function ignored(reason: string): Outcome {
  return { as: 'ignored', reason };
}

/** It cannot be done as things are; somebody may put that right and try again. */
export function failed(reason: string): Outcome {
  return { as: 'failed', reason };
}
