import type { ChangeRejection } from '../change-rejections.ts';
import type { failureReasons, inactiveReasons } from '../enums.ts';

/** Imports no library, so that pages can import it at no cost. */

/** Why a subscription is out of service, as the end of a sentence. */
export const inactiveReasonTexts: Record<(typeof inactiveReasons)[number], string> = {
  GRACE_EXPIRED: 'the renewal was not paid within the grace period',
  PLAN_REMOVED: 'its plan was removed',
  CANCELLED: 'it was cancelled',
  DEACTIVATED: 'it was deactivated',
  SUBSCRIBER_TERMINATED: 'its subscriber was terminated',
  MIGRATED_OUT: 'it moved to another system',
};

type FailureReason = (typeof failureReasons)[number];

/** Why a payment failed, beside its status: short enough for a column of a list. */
export const failureNames: Record<FailureReason, string> = {
  INSUFFICIENT_FUNDS: 'insufficient funds',
  TIMEOUT: 'no answer in time',
  PARTNER_REJECTED: 'declined or cancelled',
};

/** Why a payment failed, as the end of a sentence. */
export const failureTexts: Record<FailureReason, string> = {
  INSUFFICIENT_FUNDS: 'insufficient funds',
  TIMEOUT: 'the payer did not answer in time',
  PARTNER_REJECTED: 'the gateway declined it, or the payer cancelled it',
};

const rejectionTexts: Record<ChangeRejection, string> = {
  INVALID_PLAN: 'the plan does not exist',
  PLAN_DISABLED: 'the plan is disabled',
  CONTACT_SHARE: 'it needs an operator',
  SCHEDULE_D_FLOOR: 'the price is below the floor of Schedule D',
  TARIFF_NOT_MAPPED: 'its tariff has no plan',
  UPGRADE_PAYMENT_EXPIRED: 'it was not paid in time',
  UPGRADE_SUPERSEDED: 'another change replaces it',
};

/** Why a change was rejected, as the end of a sentence. */
export function rejectionText(reason: string): string {
  return (rejectionTexts as Record<string, string>)[reason] ?? lowered(reason);
}

const syncFailures: Record<string, string> = {
  TARIFF_NOT_MAPPED: 'no tariff is mapped to the plan',
  CUSTOMER_UNKNOWN: 'the subscriber has no external user ID',
};

/** Why a subscription was not written to the external system, as the end of a sentence. The system may have answered in words. */
export function syncFailureText(failure: string): string {
  return syncFailures[failure] ?? lowered(failure);
}

/** A code such as `PLAN_REMOVED` as the part of a sentence. Free text is unchanged. */
export function lowered(code: string): string {
  return /^[A-Z0-9_]+$/.test(code) ? code.replaceAll('_', ' ').toLowerCase() : code;
}
