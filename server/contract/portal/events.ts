import { eventTypes } from '../event-catalogue.ts';
import { filters } from '../events.ts';
import { listInput, nestedListInput, searchInput } from '../paging.ts';
import { idInput } from '../primitives.ts';
import { anyOf } from './list-parts.ts';

/** The list of the portal. */
export const eventListAll = listInput(['occurredAt'], {
  ...filters,
  typeIn: anyOf(eventTypes).optional(),
  q: searchInput.optional(),
});

/** Events about a subscription and its parts. */
export const subscriptionEventList = nestedListInput(['occurredAt'], { id: idInput('subscription') });

export const invoiceEventList = nestedListInput(['occurredAt'], { id: idInput('invoice') });

export const chargeEventList = nestedListInput(['occurredAt'], { id: idInput('charge') });

export const paymentEventList = nestedListInput(['occurredAt'], { id: idInput('payment') });

export const installationEventList = nestedListInput(['occurredAt'], { id: idInput('installation') });
