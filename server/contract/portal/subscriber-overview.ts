import { z } from 'zod';
import { subscriptionStatuses } from '../enums.ts';
import { idOutput, instantOutput, moneyObject } from '../primitives.ts';
import { subscriberDebts } from './debt.ts';
import { sentencePart } from './explanation.ts';
import { networkUsage } from './network-session.ts';

const speed = z.object({ downloadSpeedMbps: z.number(), uploadSpeedMbps: z.number() });

/** A subscription of a subscriber: its service now, and what comes next. */
const serviceOverview = z.object({
  subscriptionId: idOutput('subscription'),
  status: z.enum(subscriptionStatuses),
  planName: z.string(),
  externalReference: z.string().nullable(),
  /** Why it is as it is, and what comes next; see `explanation`. */
  sentences: z.array(z.array(sentencePart)),
  /** The end of the paid period. */
  paidUntil: instantOutput.nullable(),
  /** The end of the next cycle; null while that is not paid. */
  nextPaidUntil: instantOutput.nullable(),
  /** The next renewal, tax included; null where none comes. The amount is an estimate until the invoice is issued. */
  renewal: z.object({ at: instantOutput, total: moneyObject, isIssued: z.boolean() }).nullable(),
  /** What a payment would start or restore, tax included; null where a payment changes nothing about the service. */
  restoration: z.object({ kind: z.enum(['FIRST', 'REACTIVATION']), total: moneyObject }).nullable(),
  speed,
  usage: networkUsage,
  /** The session that is online now. */
  session: z
    .object({
      id: idOutput('networkSession'),
      ipAddress: z.string().nullable(),
      startedAt: instantOutput,
      throttled: z.boolean(),
    })
    .nullable(),
  /** The last session that ended. */
  lastSession: z
    .object({ id: idOutput('networkSession'), endedAt: instantOutput, reason: z.string().nullable() })
    .nullable(),
});
export type ServiceOverview = z.output<typeof serviceOverview>;

/** The answers to "what do I owe, is it on, when does it end". */
export const subscriberOverview = z.object({
  /** The provider's time of the answers. */
  now: instantOutput,
  debts: z.array(
    subscriberDebts.element.extend({
      /** The plan of the subscription; null for a charge. */
      planName: z.string().nullable(),
      /** Whether it is owed: an issued invoice or a charge. Otherwise it is the price of starting service. */
      isOwed: z.boolean(),
      /** Whole days since it was due; null before, and without a due time. */
      daysOverdue: z.int().nullable(),
    }),
  ),
  /** What is owed, one amount for each currency. */
  owed: z.array(moneyObject),
  /** Account credit, one amount for each currency. */
  credit: z.array(moneyObject),
  /** Payments in transit, one amount for each currency. */
  onItsWay: z.array(moneyObject),
  /** Money that arrived for nothing that was still due: it is to be refunded. */
  refundsDue: z.array(
    z.object({ paymentId: idOutput('payment'), reference: z.string(), total: moneyObject }),
  ),
  /** Those that have not ended for good; without any, the one that ended last. */
  services: z.array(serviceOverview),
});
export type SubscriberOverview = z.output<typeof subscriberOverview>;
