/** Every wake-up: the kind of due work that a committed transaction left. `server/background/registry.ts` has the job of each. */
export const wakeNames = [
  'billing/due',
  'checkouts/due',
  'deliveries/due',
  'emails/due',
  'gateways/due',
  'inbound/due',
  'jobs/due',
  'network/due',
  'outbound-sync/due',
  'prompts/due',
  'refunds/due',
  'sessions/due',
] as const;

export type WakeName = (typeof wakeNames)[number];
