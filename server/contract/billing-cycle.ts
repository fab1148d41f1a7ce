import { z } from 'zod';
import { billingCycleStatuses, cyclePaymentStatuses } from './enums.ts';
import { listOutput, nestedListInput } from './paging.ts';
import { idInput, idOutput, instantOutput, timestamps } from './primitives.ts';

export const billingCycleSnapshot = z
  .object({
    id: idOutput('billingCycle'),
    subscriptionId: idOutput('subscription'),
    planId: idOutput('plan'),
    status: z.enum(billingCycleStatuses),
    paymentStatus: z.enum(cyclePaymentStatuses),
    startsAt: instantOutput,
    expiresAt: instantOutput,
    graceEndsAt: instantOutput,
    ...timestamps,
  })
  .meta({ id: 'BillingCycle' });
export type BillingCycleSnapshot = z.output<typeof billingCycleSnapshot>;

export const subscriptionCycleList = nestedListInput(['startsAt', 'expiresAt'], {
  id: idInput('subscription'),
});
export const billingCyclePage = listOutput(billingCycleSnapshot);
