import type { RejectionReason } from '../../contract/errors.ts';
import type { IntegrationRow } from '../model/integration/resource.ts';

/** The outcome of a command. The reason explains why it had no effect, or only part of it. */
export type InboundOutcome =
  | { as: 'done' }
  | { as: 'ignored'; reason: string }
  /** `refused` are the fields of the command that were not taken. */
  | { as: 'failed'; reason: string; refused?: RejectionReason[] };

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
export function failed(reason: string, refused: RejectionReason[] = []): InboundOutcome {
  return { as: 'failed', reason, ...(refused.length > 0 && { refused }) };
}
