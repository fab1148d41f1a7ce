import { objectOf } from '../json-values.ts';
import {
  type Adapter,
  externalId,
  isBlank,
  isEndedStatus,
  lineIn,
  orderKey,
  storedTextIn,
} from './adapter.ts';
import type { Command, ExternalCustomer, ExternalIpv4 } from './command.ts';

const serviceEvents = ['service.created', 'service.updated', 'service.deleted'];

/** Demarc's own event format. Contract: Inbound. */
export const native: Adapter = {
  name: 'native',
  identify({ event, data }) {
    const externalServiceId = externalId(data.serviceId);
    return {
      event,
      externalEventId: externalId(data.externalEventId),
      externalServiceId,
      hasTime: !isBlank(data.occurredAt),
      orderKey: orderKey(externalServiceId, externalId(objectOf(data.customer).externalId)),
    };
  },
  translate({ event, data }, { providerId }): Command[] {
    if (data.origin === providerId) return [{ do: 'nothing', reason: 'ECHO' }];
    const customer = customerIn(data.customer);
    if (event === 'customer.updated') {
      return customer.externalId
        ? [{ do: 'customer.put', customer }]
        : [{ do: 'nothing', reason: 'INVALID_PAYLOAD' }];
    }
    if (!serviceEvents.includes(event)) return [{ do: 'nothing', reason: 'EVENT_UNKNOWN' }];
    const serviceId = externalId(data.serviceId);
    if (!serviceId) return [{ do: 'nothing', reason: 'INVALID_PAYLOAD' }];
    if (event === 'service.deleted' || isEndedStatus(data.status)) return [{ do: 'service.end', serviceId }];
    return [
      {
        do: 'service.put',
        serviceId,
        isNew: event === 'service.created',
        isOurs: false,
        customer,
        login: null,
        tariffId: externalId(data.tariffId),
        ipv4: ipv4In(data.ipv4),
      },
    ];
  },
};

function customerIn(value: unknown): ExternalCustomer {
  const fields = objectOf(value);
  return {
    externalId: externalId(fields.externalId),
    firstName: lineIn(fields.firstName),
    lastName: lineIn(fields.lastName),
    email: storedTextIn(fields.email),
    phone: storedTextIn(fields.phone),
  };
}

/** An absent assignment is unknown. Null, or a mode with an empty field, removes the assignment. */
function ipv4In(value: unknown): ExternalIpv4 | null {
  if (value === undefined) return null;
  if (isBlank(value)) return { mode: 'none' };
  const { mode, address, poolName } = objectOf(value);
  const [text, pool] = [storedTextIn(address), externalId(poolName)];
  if (mode === 'static' && text) return { mode, address: text };
  if (mode === 'pool' && pool) return { mode, poolId: pool, isName: true };
  const isEmptied = (mode === 'static' && isBlank(address)) || (mode === 'pool' && isBlank(poolName));
  return { mode: mode === 'none' || isEmptied ? 'none' : 'invalid' };
}
