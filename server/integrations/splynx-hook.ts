import type { Payload } from './adapter.ts';

/** The names of Splynx's records in its events, without `_` and `-`, by which Demarc's adapter knows them. */
const records: Record<string, string> = {
  customer: 'customer',
  customers: 'customer',
  internetservice: 'internet_service',
  internetservices: 'internet_service',
  servicesinternet: 'internet_service',
  customerinternetservices: 'internet_service',
};

/** What the body of a Splynx webhook is: a test of the connection, an event, or neither, with the fault. */
export type SplynxHook =
  | { is: 'ping' }
  | { is: 'event'; payload: Payload }
  | { is: 'invalid'; field: string; message: string };

/** Reads the parsed body of a Splynx webhook. Contract: Inbound. */
export function readSplynxHook(body: Record<string, unknown>): SplynxHook {
  if (body.type === 'ping') return { is: 'ping' };
  if (body.type !== 'event') return { is: 'invalid', field: 'type', message: 'Send ping or event.' };
  const { data } = body;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { is: 'invalid', field: 'data', message: 'Send an object.' };
  }
  const payload = data as Payload['data'];
  const event = eventOf(payload, body.call);
  if (event === null)
    return { is: 'invalid', field: 'data.model', message: 'Send data.model and data.action, or call.' };
  return { is: 'event', payload: { ...body, event, data: payload } };
}

/** The longest name of an event. */
const MAX_EVENT = 255;

/**
 * The event as `record/action`: from the class of the model (`models\common\customers\Customers`) and the action, else from the
 * call (`customer/update`).
 */
function eventOf({ model, action }: Payload['data'], call: unknown): string | null {
  const path = partsOf(call);
  const named = [partsOf(model).at(-1), partsOf(action).at(-1)];
  const [record, verb] = named[0] && named[1] ? named : [path.at(-2), path.at(-1)];
  if (!record || !verb) return null;
  const event = `${records[record.replace(/[_-]/g, '').toLowerCase()] ?? record}/${verb.toLowerCase()}`;
  return event.length > MAX_EVENT ? null : event;
}

function partsOf(name: unknown): string[] {
  if (typeof name !== 'string' || name.length > MAX_EVENT) return [];
  return name.trim().split(/[\\/]/);
}
