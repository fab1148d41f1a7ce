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
import { splynxApi } from './splynx-api.ts';

type Fields = Record<string, unknown>;

/** Splynx's hooks. They have no event id; `attributes` has the changed object. Contract: Inbound. */
export const splynx: Adapter = {
  name: 'splynx',
  api: splynxApi,
  identify({ event, data }) {
    const { id, customer_id: customerId } = objectOf(data.attributes);
    const isCustomer = event.startsWith('customer/');
    const externalServiceId = event.startsWith('internet_service/') ? externalId(id) : null;
    const customer = externalId(isCustomer ? id : customerId) ?? externalId(data.customer_id);
    return {
      event,
      externalEventId: null,
      externalServiceId,
      hasTime: !isBlank(data.date) && !isBlank(data.time),
      orderKey: orderKey(externalServiceId, customer),
    };
  },
  translate({ event: reported, data }, { providerId }): Command[] {
    const event = reported.replace(/\/update$/, '/edit');
    if (isUnsaved(data)) return [{ do: 'nothing', reason: 'NOT_SAVED' }];
    const attributes = objectOf(data.attributes);
    const id = externalId(attributes.id);
    if (event === 'customer/create' || event === 'customer/edit') {
      const customerId = id ?? externalId(data.customer_id);
      if (!customerId) return [{ do: 'nothing', reason: 'INVALID_PAYLOAD' }];
      return [{ do: 'customer.put', customer: customerIn(customerId, attributes) }];
    }
    const isNew = event === 'internet_service/create';
    const isEdit = event === 'internet_service/edit';
    if (!isNew && !isEdit && event !== 'internet_service/delete') {
      return [{ do: 'nothing', reason: 'EVENT_UNKNOWN' }];
    }
    if (!id) return [{ do: 'nothing', reason: 'INVALID_PAYLOAD' }];
    if (!isNew && (!isEdit || isEndedService(attributes))) return [{ do: 'service.end', serviceId: id }];
    // The origin never changes, so it does not identify the author of an edit.
    const origin = objectOf(data.attributes_additional);
    const isOurs = origin.origin_id === providerId;
    if (isNew && isOurs) {
      return [
        {
          do: 'service.echo',
          serviceId: id,
          subscriptionId: storedTextIn(origin.origin_subscription_id) ?? null,
        },
      ];
    }
    const customerId = externalId(attributes.customer_id) ?? externalId(data.customer_id);
    return [
      {
        do: 'service.put',
        serviceId: id,
        isNew,
        isOurs,
        customer: { externalId: customerId },
        login: storedTextIn(attributes.login) ?? null,
        tariffId: idAboveZero(attributes.tariff_id),
        ipv4: ipv4In(attributes),
      },
    ];
  },
};

/** Splynx reports changes that it refused as well. */
function isUnsaved({ result, errors }: Fields): boolean {
  return (
    !isBlank(errors) || (typeof result === 'string' && /^(error|fail|failed|failure)$/i.test(result.trim()))
  );
}

function isEndedService({ status, deleted }: Fields): boolean {
  return isEndedStatus(status) || deleted === '1' || deleted === 1;
}

/** Splynx writes 0 for "none". */
function idAboveZero(value: unknown): string | null {
  const id = externalId(value);
  return id === '0' ? null : id;
}

function isEmptyId(value: unknown): boolean {
  return isBlank(value) || externalId(value) === '0';
}

/**
 * `taking_ipv4`: 0 none, 1 static, 2 pool. Without it, or with 1 and no address field, the assignment is unknown. An empty
 * field removes the assignment.
 */
function ipv4In({ taking_ipv4: taking, ipv4, ipv4_pool_id: poolId }: Fields): ExternalIpv4 | null {
  const mode = isBlank(taking) ? '0' : externalId(taking);
  if (taking === undefined || (mode === '1' && ipv4 === undefined)) return null;
  const address = storedTextIn(ipv4);
  if (mode === '1' && address) return { mode: 'static', address };
  const pool = idAboveZero(poolId);
  if (mode === '2' && pool) return { mode: 'pool', poolId: pool, isName: false };
  const isNone = mode === '0' || (mode === '1' && isBlank(ipv4)) || (mode === '2' && isEmptyId(poolId));
  return { mode: isNone ? 'none' : 'invalid' };
}

function customerIn(externalCustomerId: string, { name, email, phone }: Fields): ExternalCustomer {
  return {
    externalId: externalCustomerId,
    name: lineIn(name)?.replace(/\s+/g, ' '),
    email: storedTextIn(email),
    phone: storedTextIn(typeof phone === 'number' ? externalId(phone) : phone),
  };
}
