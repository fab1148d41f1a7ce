import type { ErrorKey } from './errors.ts';

/**
 * Why a change of plan or terms is rejected: the `rejection.reason` of `subscription.plan_change_rejected` and
 * `subscription.override_rejected`. The value is the error of a request that is refused for it; null where no request is.
 */
export const changeRejections = {
  INVALID_PLAN: 'Invalid or inactive plan',
  PLAN_DISABLED: 'PLAN_DISABLED',
  CONTACT_SHARE: 'CONTACT_SHARE',
  SCHEDULE_D_FLOOR: 'PLAN_PRICE_BELOW_FLOOR',
  TARIFF_NOT_MAPPED: 'Invalid or inactive plan',
  UPGRADE_PAYMENT_EXPIRED: null,
  UPGRADE_SUPERSEDED: null,
} as const satisfies Record<string, ErrorKey | null>;

/** The errors of a request that changes the plan or the terms of a subscription. */
export const changeErrors: readonly ErrorKey[] = [
  'Plan does not belong to this provider',
  ...new Set(Object.values(changeRejections).filter((error) => error !== null)),
];

export type ChangeRejection = keyof typeof changeRejections;

/** The rejections of a request. */
export type RequestRejection = {
  [Reason in ChangeRejection]: (typeof changeRejections)[Reason] extends null ? never : Reason;
}[ChangeRejection];

/** The rejections of a change that was accepted: when its renewal is issued, when its cycle starts, or when it is paid. */
export type LateRejection = Extract<ChangeRejection, 'PLAN_DISABLED' | 'SCHEDULE_D_FLOOR'>;
