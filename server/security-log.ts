import type { Logger } from 'pino';
import type { SecurityEventName } from './contract/portal/security-events.ts';
import { log as processLog } from './log.ts';

/** `success`: allowed. `failure`: the attempt was wrong. `refused`: stopped before it was checked. */
type SecurityOutcome = 'success' | 'failure' | 'refused';

export type SecurityEvent = {
  event: SecurityEventName;
  outcome: SecurityOutcome;
  /** The account that the attempt names: an email address as typed, or an access id. */
  account?: string | undefined;
  /** The client's address; for accounting, the network server's. */
  address?: string | undefined;
  correlationId?: string | undefined;
  /** The tenant, if known. */
  providerId?: string | undefined;
  /** Ids and names that explain the event, never secrets. */
  details?: Record<string, unknown> | undefined;
  [detail: string]: unknown;
};

/**
 * Writes one line of the security log: `security: true`, at `info` for a success, else at `warn`. Contract: Security
 * log.
 * @param log the destination; the log of this process by default
 */
export function securityEvent(event: SecurityEvent, log: Pick<Logger, 'info' | 'warn'> = processLog): void {
  const { details, ...named } = event;
  const line = { security: true, ...named, ...details };
  if (event.outcome === 'success') log.info(line, event.event);
  else log.warn(line, event.event);
}
