import { z } from 'zod';
import { disabledReasons, webhookStatuses } from '../enums.ts';
import { anyText, idOutput, instantOutput } from '../primitives.ts';
import { jobKinds } from './job-values.ts';

/** What needs a person. */

/** The most notifications of one source. */
export const MAX_OF_SOURCE = 50;

const common = {
  /** The same as long as the cause stands. */
  id: z.string(),
  /** Changes when the cause gets worse. */
  version: z.string(),
  /** Since when, or when it was last seen. */
  at: instantOutput,
};

const integration = z.object({ id: idOutput('integration'), name: z.string() });

/** At most `MAX_COUNTED`, which stands for any larger number as well. */
const count = z.int();

const openCause = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('WEBHOOK_FAILING'),
    ...common,
    webhook: z.object({
      id: idOutput('webhook'),
      url: z.string(),
      status: z.enum(webhookStatuses),
      disabledReason: z.enum(disabledReasons).nullable(),
      /** When it is disabled unless a delivery succeeds before; null when it is disabled. */
      disablesAt: instantOutput.nullable(),
    }),
  }),
  z.object({ kind: z.literal('INBOUND_EVENTS_FAILED'), ...common, integration, count }),
  z.object({ kind: z.literal('OUTBOUND_SYNC_BLOCKED'), ...common, integration, count }),
  z.object({
    kind: z.literal('GATEWAY_REFUND_FAILED'),
    ...common,
    paymentId: idOutput('payment'),
    amount: z.number(),
    currency: z.string(),
    failure: z.string(),
  }),
  z.object({
    kind: z.literal('PAYMENT_DISPUTED'),
    ...common,
    paymentId: idOutput('payment'),
    amount: z.number(),
    currency: z.string(),
    /** The gateway's word. */
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('MONEY_UNEXPECTED'),
    ...common,
    paymentId: idOutput('payment'),
    amount: z.number(),
    /** The same as `amount` for money of a terminated subscriber. */
    requested: z.number(),
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('MONEY_COUNTED_TWICE'),
    ...common,
    /** The payment that staff recorded. */
    paymentId: idOutput('payment'),
    amount: z.number(),
    currency: z.string(),
    /** The number of the money at its gateway, as staff wrote it. */
    reference: z.string(),
  }),
  z.object({
    kind: z.literal('EMAILS_FAILED'),
    ...common,
    count,
    /** The newest one. */
    emailId: idOutput('mail'),
  }),
  z.object({
    kind: z.literal('JOB_ENDED'),
    ...common,
    job: z.object({
      id: idOutput('job'),
      kind: z.enum(jobKinds),
      /** Why it stopped by itself; null when it is complete. */
      stopReason: z.string().nullable(),
    }),
    refused: count,
  }),
]);
export type OpenCause = z.output<typeof openCause>;
export type NotificationKind = OpenCause['kind'];

/** A cause that stands now, for one person. */
export const notification = z.intersection(openCause, z.object({ isRead: z.boolean() }));
export type Notification = z.output<typeof notification>;

export const notifications = z.object({
  /** Unread ones first, then by their source and the newest first. */
  notifications: z.array(notification),
  unread: z.int(),
});
export type Notifications = z.output<typeof notifications>;

/** The notifications as the person saw them. One that changed since stays unread. */
export const notificationsRead = z.strictObject({
  read: z.array(z.strictObject({ id: anyText(1, 200), version: anyText(1, 200) })).max(500),
});

/** Whether a person gets the daily email of the provider. */
export const notificationDigest = z.strictObject({ isDaily: z.boolean() });
export type NotificationDigest = z.output<typeof notificationDigest>;

/** The hour of the daily email in the provider's time zone. */
export const DIGEST_HOUR = 8;
