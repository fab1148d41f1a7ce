import { type Adapter, externalId, fieldsOf, orderKey } from './adapter.ts';

/** Splynx's hooks. They carry no id of their own; what they are about stands in `attributes`. Contract: Inbound. */
export const splynx: Adapter = {
  name: 'splynx',
  identify({ event, data }) {
    const { id, customer_id: customerId } = fieldsOf(data.attributes);
    const isCustomer = event.startsWith('customer/');
    const externalServiceId = isCustomer ? null : externalId(id);
    const customer = externalId(isCustomer ? id : customerId) ?? externalId(data.customer_id);
    return {
      event,
      externalEventId: null,
      externalServiceId,
      orderKey: orderKey(externalServiceId, customer),
    };
  },
};
