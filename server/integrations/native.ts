import { type Adapter, externalId, fieldsOf, orderKey } from './adapter.ts';

/** Our own form, for systems that are taught to speak it. Contract: Inbound. */
export const native: Adapter = {
  name: 'native',
  identify({ event, data }) {
    const externalServiceId = externalId(data.serviceId);
    return {
      event,
      externalEventId: externalId(data.externalEventId),
      externalServiceId,
      orderKey: orderKey(externalServiceId, externalId(fieldsOf(data.customer).externalId)),
    };
  },
};
