import { z } from 'zod';
import { deliverySnapshot, filters } from '../delivery.ts';
import { deliveryStatuses } from '../enums.ts';
import { eventTypes } from '../event-catalogue.ts';
import { nestedListInput, searchInput } from '../paging.ts';
import { anyOf, boundedCountsOutput } from './list-parts.ts';
import { deliveryTabs } from './long-list-tabs.ts';

/** The list of the portal. */
export const deliveryListAll = nestedListInput([], {
  ...filters,
  statusIn: anyOf(deliveryStatuses).optional(),
  eventTypeIn: anyOf(eventTypes).optional(),
  q: searchInput.optional(),
});

export const deliveryCounts = boundedCountsOutput(deliveryTabs);

/** The request of a delivery. */
export const deliveryRequest = z.object({
  url: z.string(),
  /** The body, byte for byte. */
  body: z.string(),
  /** Custom headers without their values, and the headers that are the same in each attempt. */
  headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});

export type DeliveryRequest = z.output<typeof deliveryRequest>;

/** The deliveries of one event, each with its URL. */
export const eventDeliveries = z.array(deliverySnapshot.extend({ url: z.string() }));

export type EventDelivery = z.output<typeof eventDeliveries>[number];
