/** Imports no library, so that pages can import it at no cost. */

/** Age of an open invoice, in whole days since it was due. */
export const ageings = ['NOT_DUE', 'DAYS_1_7', 'DAYS_8_30', 'OVER_30'] as const;

/** Why an invoice is void. */
export const voidReasons = [
  'REISSUED',
  'TERMS_CHANGED',
  'CANCELLED',
  'PLAN_REMOVED',
  'DEACTIVATED',
  'GRACE_EXPIRED',
  'MIGRATED_OUT',
  'SUBSCRIBER_TERMINATED',
  'UPGRADE_PAYMENT_EXPIRED',
  'UPGRADE_SUPERSEDED',
] as const;
