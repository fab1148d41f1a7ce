import { gatewayNames, railTitles } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

/**
 * The names of automatic work and of the operator's commands in audit entries. No person can take one of them. A test compares
 * the list with the callers in the code.
 */
export const systemActors = [
  'billing run',
  'demo',
  'erasure',
  'inbound events',
  'jobs',
  'mail',
  'network',
  'notifications',
  'operator',
  'outbound sync',
  'payer',
  'refunds',
  'sign-in',
  'webhook deliveries',
  ...gatewayNames.map((gateway) => railTitles[gateway]),
];
