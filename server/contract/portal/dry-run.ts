import { z } from 'zod';
import { chargeSnapshot } from '../charge.ts';
import { eventEnvelope } from '../events.ts';
import { invoiceSnapshot } from '../invoice.ts';
import { anyText } from '../primitives.ts';
import { sentencePart } from './explanation.ts';
import { labels } from './labels.ts';

/** How many events of a dry run a page gets. */
export const MAX_SHOWN_EVENTS = 100;

/** A procedure to run dry, as `subscriber.suspend`, with its input. */
export const dryRunRequest = z.strictObject({
  procedure: anyText(1, 100),
  input: z.record(z.string(), z.unknown()),
});

/** What a request would do. */
export const dryRunAnswer = z.object({
  /** The refusal that the request would get; null where it would succeed. */
  refusal: z
    .object({
      status: z.int(),
      error: z.string(),
      errorCode: z.string().optional(),
      rejectionReasons: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .nullable(),
  /** Whether it would change anything: it has an event or an audit entry. */
  hasEffect: z.boolean(),
  eventCount: z.int(),
  /** The first events that it would announce, in order. */
  events: z.array(eventEnvelope),
  /** Invoices and charges that it would change. They have no event of that change. */
  invoices: z.array(invoiceSnapshot),
  /** Whether some of the invoices are new: their numbers are provisional. */
  hasNewInvoices: z.boolean(),
  charges: z.array(chargeSnapshot),
  /** Its audit entries about other resources that have no event of it. */
  changes: z.array(
    z.object({
      action: z.string(),
      resourceId: z.string(),
      changes: z.record(
        z.string(),
        z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
      ),
    }),
  ),
  /** The explanation of the subscription as it would be then; empty where not exactly one would change. */
  explanation: z.array(z.array(sentencePart)),
  /** Names that the sentences of the events use, by id. */
  names: labels,
});
export type DryRunAnswer = z.output<typeof dryRunAnswer>;
