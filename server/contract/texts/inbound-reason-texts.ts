/** Why an inbound event was ignored or failed, as a sentence. */
export const inboundReasonTexts: Record<string, string> = {
  ECHO: 'Ignored: it reports a change made by Demarc',
  UNCHANGED: 'Ignored: nothing changed',
  SERVICE_NOT_TRACKED: 'Ignored: Demarc has no subscription for this service',
  SERVICE_REPLACED: 'Ignored: another service replaced this one',
  SUBSCRIBER_TERMINATED: 'The subscriber is terminated',
  SUBSCRIPTION_TERMINAL: 'The subscription has ended in Demarc',
  INTEGRATION_DELETED: 'Ignored: the integration was deleted before the event was processed',
  EVENT_UNKNOWN: 'Ignored: Demarc does not use events of this type',
  NOT_SAVED: 'Ignored: the external system did not save the change',
  INVALID_PAYLOAD: 'The event has no service or customer ID',
  TARIFF_NOT_MAPPED: 'The tariff is not mapped to a plan. Map it, then retry the event',
  POOL_NOT_MAPPED: 'The address pool is not mapped. Map it, then retry the event',
  IPV4_INVALID: 'The IPv4 address is invalid',
  IPV4_TAKEN: 'Another subscription has the static IPv4 address',
  CUSTOMER_UNKNOWN:
    'No subscriber has this customer ID as external user ID, and the event lacks fields to create one',
  CUSTOMER_INVALID: 'A field of the customer is invalid. The others are written',
  SIGNATURE_REQUIRED: 'Only a signed event may change a customer’s contact data',
  INTERNAL_ERROR: 'Processing failed several times because of an internal error',
};
