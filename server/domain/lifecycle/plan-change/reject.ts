import {
  type ChangeRejection,
  changeRejections,
  type RequestRejection,
} from '../../../contract/change-rejections.ts';
import { type ErrorKey, type Refusal, refuse } from '../../../contract/errors.ts';
import { AnnouncedRefusal } from '../../../state/announced-refusal.ts';
import { findForUpdate, presentOne } from '../../../state/resource.ts';
import { audit } from '../../../work/audit.ts';
import { emit } from '../../../work/emit.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';

type Rejection = {
  type: 'subscription.plan_change_rejected' | 'subscription.override_rejected';
  reason: ChangeRejection;
};

/** The refusal of a plan change, with its event. */
export function planRefused(
  row: SubscriptionRow,
  reason: RequestRejection,
  key: ErrorKey = changeRejections[reason],
): AnnouncedRefusal {
  const type = 'subscription.plan_change_rejected';
  return termsRefused(row, refuse(key, { field: 'planId' }), [{ type, reason }]);
}

/** The refusal of an override, at the field of the request, with its event. */
export function overrideRefused(
  row: SubscriptionRow,
  reason: RequestRejection,
  field: string,
): AnnouncedRefusal {
  const type = 'subscription.override_rejected';
  return termsRefused(row, refuse(changeRejections[reason], { field }), [{ type, reason }]);
}

/** A refusal of changed terms, with the rejection events that are committed alone. */
export function termsRefused(
  { id }: SubscriptionRow,
  refusal: Refusal,
  rejections: Rejection[],
): AnnouncedRefusal {
  const announce = async (scope: WriteScope) => {
    // The lock orders this event after the events of the transaction that wrote the snapshot.
    const row = await findForUpdate(scope, subscriptionResource, id);
    const current = await presentOne(scope, subscriptionResource, row);
    for (const { type, reason } of rejections) {
      emit(scope, type, { current, rejection: { reason } });
      const action = type.endsWith('plan_change_rejected') ? 'reject_plan_change' : 'reject_override';
      audit(
        scope,
        `subscription.${action}`,
        { type: 'subscription', id },
        { reason: { before: null, after: reason } },
      );
    }
  };
  return new AnnouncedRefusal(refusal, announce, rejections[0]?.reason);
}
