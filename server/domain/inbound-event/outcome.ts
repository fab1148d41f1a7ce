import type { IntegrationRow } from '../model/integration/resource.ts';

/** The outcome of a command. The reason explains why it had no effect, or only part of it. */
export type InboundOutcome = { as: 'done' } | { as: 'ignored' | 'failed'; reason: string };

/** The inbound event of a command. */
export type Cause = {
  integration: IntegrationRow;
  inboundEventId: string;
  /** False for an event without proof of its sender. Such an event must not move money. */
  isTrusted: boolean;
};

export const done: InboundOutcome = { as: 'done' };

/** The command changes nothing. */
export function ignored(reason: string): InboundOutcome {
  return { as: 'ignored', reason };
}

/** The command cannot be run. Staff may remove the cause and retry the event. */
export function failed(reason: string): InboundOutcome {
  return { as: 'failed', reason };
}
