import { z } from 'zod';
import { inboundRefusals, inboundStatuses, inboundTrusts } from '../enums.ts';
import { inboundEventSnapshot, inboundFilters, integrationFilters } from '../integration.ts';
import { listInput, nestedListInput, searchInput } from '../paging.ts';
import { anyText, idOutput, instantOutput } from '../primitives.ts';
import { anyOf, boundedCountsOutput } from './list-parts.ts';
import { inboundEventTabs } from './long-list-tabs.ts';

/** The health of an integration, by its id. The counts are at most `MAX_COUNTED`. */
export const integrationHealth = z.object({
  id: idOutput('integration'),
  isFailing: z.boolean(),
  /** Inbound events of the last seven days that failed. */
  failedEvents: z.int(),
  /** Services whose last push failed. */
  failedPushes: z.int(),
});

export type IntegrationHealth = z.output<typeof integrationHealth>;

/**
 * What reached the receiver of an integration without becoming an event. A count is at most a minute old.
 */
export const integrationContact = z.object({
  /** The last test of the connection; null before the first. */
  ping: z.object({ at: instantOutput, address: z.string() }).nullable(),
  /** The last refused request, and the number of all; null before the first. */
  refused: z
    .object({ at: instantOutput, address: z.string(), reason: z.enum(inboundRefusals), count: z.int() })
    .nullable(),
});

export type IntegrationContact = z.output<typeof integrationContact>;

/** The list of the portal. */
export const integrationListAll = listInput([], { ...integrationFilters, q: searchInput.optional() });

/** Everything about an inbound event: its body, its commands and what it concerns. */
export const inboundEventDetail = inboundEventSnapshot.extend({
  trust: z.enum(inboundTrusts),
  externalEventId: z.string().nullable(),
  attempts: z.int(),
  correlationId: z.string(),
  /** Empty before it is processed. */
  commands: z.array(z.record(z.string(), z.unknown())),
  /** The raw body. */
  body: z.string(),
  /** The current subscription of its service. */
  subscriptionId: idOutput('subscription').nullable(),
});

export type InboundEventDetail = z.output<typeof inboundEventDetail>;

/** The list of the portal. */
export const inboundEventListAll = nestedListInput(['receivedAt'], {
  ...inboundFilters,
  statusIn: anyOf(inboundStatuses).optional(),
  event: anyText(1, 100).optional(),
  q: searchInput.optional(),
});

export const inboundEventCounts = boundedCountsOutput(inboundEventTabs);
