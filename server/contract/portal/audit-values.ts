/** Imports no library, so that pages can import it at no cost. */

/** The kinds of callers in audit entries. */
export const actorTypes = ['staff', 'credential', 'integration', 'system'] as const;

/** Fields to look for, by a name for all of the same meaning. A part of a field is behind a point. */
export const fieldsOfChange = {
  price: ['price', 'priceAmount', 'priceOverride', 'pendingOverrides.priceOverride', 'feeAmount', 'amount'],
  plan: ['planId', 'nextPlanId', 'pendingUpgrade'],
  speed: ['downloadSpeedMbps', 'uploadSpeedMbps', 'speedOverride', 'pendingOverrides.speedOverride'],
  status: ['status'],
  contact: ['email', 'phone', 'firstName', 'lastName'],
  address: ['street', 'city', 'region', 'postalCode', 'country'],
  appointment: ['scheduledAt', 'windowEndsAt', 'technician'],
} as const satisfies Record<string, readonly string[]>;

export type AuditedField = keyof typeof fieldsOfChange;
export const auditedFields = Object.keys(fieldsOfChange) as [AuditedField, ...AuditedField[]];
