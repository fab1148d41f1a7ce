import { z } from 'zod';
import { disabledReasons, webhookStatuses } from '../enums.ts';
import { listInput, searchInput } from '../paging.ts';
import { idInput, idOutput, instantOutput } from '../primitives.ts';
import { filters } from '../webhook.ts';

export const webhookStatusChange = z.strictObject({
  id: idInput('webhook'),
  status: z.enum(webhookStatuses),
});

export type WebhookStatusChange = z.output<typeof webhookStatusChange>;

/** The list of the portal. */
export const webhookListAll = listInput([], { ...filters, q: searchInput.optional() });

/** What a replay would send. */
export const webhookReplayable = z.object({
  /** Number of events since then that it subscribes to. */
  events: z.int(),
});

/** How many deliveries were queued again. */
export const webhookResent = z.object({ queued: z.int() });

/** The health of a webhook, by its id. */
export const webhookHealth = z.object({
  id: idOutput('webhook'),
  url: z.string(),
  description: z.string().nullable(),
  status: z.enum(webhookStatuses),
  failingSince: instantOutput.nullable(),
  /** When it is disabled unless a delivery succeeds before. */
  disablesAt: instantOutput.nullable(),
  /** Warnings sent: after half of the time, and after nine tenths. */
  warnings: z.int(),
  disabledReason: z.enum(disabledReasons).nullable(),
  previousSecretUntil: instantOutput.nullable(),
  pending: z.int(),
  /** Of the pending ones, those with a failed attempt, and when the first of them is tried again. */
  retrying: z.int(),
  nextRetryAt: instantOutput.nullable(),
  failed: z.int(),
  /** Of the last hundred attempts at most, within the last thirty days. */
  recent: z.object({
    attempts: z.int(),
    succeeded: z.int(),
    /** The median latency of answers in ms; null without an answer. */
    latencyMs: z.int().nullable(),
    lastDeliveredAt: instantOutput.nullable(),
  }),
});

export type WebhookHealth = z.output<typeof webhookHealth>;
