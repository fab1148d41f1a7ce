/** Every kind of due work. The outlook of a test clock and the audit trail show these names. */
export const dueWorkNames = [
  'credit settlement',
  'payment expiry',
  'charge expiry',
  'installation window',
  'pending expiry',
  'upgrade expiry',
  'renewal window',
  'cycle end',
  'grace end',
  'reminder',
] as const;

export type DueWorkName = (typeof dueWorkNames)[number];
