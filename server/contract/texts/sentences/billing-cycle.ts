import { day, instant, say } from '../../sentence.ts';
import { type EventSentences, nameOf } from './facts.ts';

export const billingCycleSentences: EventSentences<'billing_cycle'> = {
  'billing.cycle_started': ({ current, names }) =>
    say`A cycle of ${nameOf(names, current.planId, 'the plan')} runs from ${instant(current.startsAt)} to ${instant(current.expiresAt)}.`,
  'billing.cycle_ending': ({ current, names }) =>
    say`The cycle of ${nameOf(names, current.planId, 'the plan')} ends on ${instant(current.expiresAt)}. Its renewal is due then.`,
  'billing.overdue': {
    staff: ({ current, names }) =>
      say`The renewal of ${nameOf(names, current.planId, 'the plan')} is overdue. Unpaid, service ends on ${instant(current.graceEndsAt)}.`,
    subscriber: ({ current, names }) =>
      say`Your payment for the renewal of ${nameOf(names, current.planId, 'your plan')}, due on ${day(current.expiresAt)}, has not arrived. Your service stays on until ${day(current.graceEndsAt)} and ends then unless you pay.`,
  },
  'billing.suspended': {
    staff: ({ current, names }) =>
      say`The grace of ${nameOf(names, current.planId, 'the plan')} ended on ${instant(current.graceEndsAt)} without a payment.`,
    subscriber: ({ current, names }) =>
      say`Your payment did not arrive in time, so ${nameOf(names, current.planId, 'your service')} was suspended on ${day(current.graceEndsAt)}.`,
  },
};
