import { eventTypes } from '../event-catalogue.ts';
import { filters } from '../events.ts';
import { anyOf, listInput, searchInput } from '../paging.ts';
import { idInput } from '../primitives.ts';

/** The list of the portal. */
export const eventListAll = listInput(['occurredAt'], {
  ...filters,
  typeIn: anyOf(eventTypes).optional(),
  q: searchInput.optional(),
});

/** Events about a subscription and its parts. */
export const subscriptionEventList = listInput(['occurredAt'], { id: idInput('subscription') });

export const invoiceEventList = listInput(['occurredAt'], { id: idInput('invoice') });

export const chargeEventList = listInput(['occurredAt'], { id: idInput('charge') });

export const paymentEventList = listInput(['occurredAt'], { id: idInput('payment') });

export const installationEventList = listInput(['occurredAt'], { id: idInput('installation') });
