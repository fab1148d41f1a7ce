import { DAY_MS } from '../../../contract/days.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { requireAttemptLeft } from '../attempts.ts';

/** How often one delivery is sent again within a day, and the events of one webhook. Each attempt stores what the receiver answers. */
const MAX_RESENDS = 100;

/**
 * Counts that a delivery, or the events of a webhook, are sent again. Contract: Delivery.
 * @param id of the delivery or the webhook
 * @throws RATE_LIMITED
 */
export async function requireFewResends({ db, providerId }: WriteScope, id: string): Promise<void> {
  await requireAttemptLeft(
    db,
    ['resend', providerId, id],
    { max: MAX_RESENDS, withinMs: DAY_MS },
    { message: `This is sent again at most ${MAX_RESENDS} times within a day.` },
  );
}
