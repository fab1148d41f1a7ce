import { z } from 'zod';
import { eventTypes } from '../event-catalogue.ts';
import { eventEnvelope } from '../events.ts';
import { listInput, listOutput } from '../paging.ts';
import { idInput, idOutput, instantInput, instantOutput, moneyObject } from '../primitives.ts';
import { dueWorkNames } from './due-work-names.ts';

/** What the portal shows of a sandbox's test clock beyond `GET /v1/test-clock`. */

/** The correlation id of its request identifies an advance. */
const advanceId = z.uuid();

export const clockOutlookQuery = z.strictObject({ until: instantInput.optional() });

/** The work that is due until an instant, as known now. That work may create more due work. */
export const clockOutlook = z.object({
  now: instantOutput,
  kinds: z.array(
    z.object({
      name: z.enum(dueWorkNames),
      /** How many are due until the requested instant; 0 without one. */
      count: z.int(),
      /** When the first of them is due, which may be after the requested instant. */
      first: instantOutput.nullable(),
    }),
  ),
});
export type ClockOutlook = z.output<typeof clockOutlook>;

const clockAdvance = z.object({
  correlationId: z.string(),
  actorName: z.string(),
  from: instantOutput,
  to: instantOutput,
});
export const clockAdvances = z.array(clockAdvance);
export type ClockAdvance = z.output<typeof clockAdvance>;

export const clockAdvanceQuery = z.strictObject({ correlationId: advanceId });

/** One advance: complete, running, or unknown. */
export const clockAdvanceProgress = z.object({
  advance: clockAdvance.nullable(),
  /** While it runs: the instant up to which all due work is done. */
  reached: instantOutput.nullable(),
  /** What it caused, by the type of event. */
  events: z.array(z.object({ type: z.enum(eventTypes), count: z.int() })),
  /** Completed payments of its events, one amount for each currency. */
  received: z.array(moneyObject),
  /** Invoices that it issued: how many, and one amount for each currency. */
  invoiced: z.object({ count: z.int(), amounts: z.array(moneyObject) }),
});
export type ClockAdvanceProgress = z.output<typeof clockAdvanceProgress>;

export const clockEventList = listInput(['occurredAt'], {
  correlationId: advanceId,
  type: z.enum(eventTypes).optional(),
  subscriberId: idInput('subscriber').optional(),
});

/** An event, with the subscriber that it concerns, if any. */
const clockEvent = z.object({
  event: eventEnvelope,
  subscriptionId: idOutput('subscription').nullable(),
  subscriber: z.object({ id: idOutput('subscriber'), name: z.string() }).nullable(),
});
export const clockEventPage = listOutput(clockEvent);
export type ClockEvent = z.output<typeof clockEvent>;
