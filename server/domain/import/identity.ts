import type { ImportTypeName } from '../../contract/portal/import-fields.ts';

/**
 * What a row or a resource is known by, as texts `<kind> <value>`: two that share one may be the same. The values are those that
 * the API stores. `name` only confirms a subscriber that another value has found.
 */
export type Keys = readonly string[];

type Values = Record<string, unknown>;

const key = (kind: string, ...values: unknown[]): string[] =>
  values.every((value) => typeof value === 'string' && value !== '') ? [`${kind} ${values.join(' ')}`] : [];

const keysOfType: Record<ImportTypeName, (values: Values) => string[]> = {
  subscribers: ({ externalUserId, email, phone, firstName, lastName }) => [
    ...key('externalUserId', externalUserId),
    ...key('email', email),
    ...key('phone', phone),
    ...key('name', `${firstName} ${lastName}`.replace(/\s+/g, ' ').toLowerCase()),
  ],
  plans: ({ planName }) => key('planName', planName),
  subscriptions: ({ subscriberId, planId, demarcationPointId, externalReference }) => [
    ...key('reference', subscriberId, externalReference),
    ...key('service', subscriberId, planId, demarcationPointId),
  ],
  mpesaStatement: ({ transactionId }) => key('transaction', String(transactionId).toUpperCase()),
  paystackStatement: ({ reference }) => key('reference', reference),
};

/** The keys of a row or a resource, from the values that the API stores. */
export function keysOf(type: ImportTypeName, values: Values): string[] {
  return keysOfType[type](values);
}

/** The keys by which something is found. */
export function findingKeys(keys: Keys): string[] {
  return keys.filter((each) => kindOf(each) !== 'name');
}

/** The kind of a key: a field, or what several fields say together. */
export function kindOf(each: string): string {
  return each.slice(0, each.indexOf(' '));
}

/** The value of the key of a kind; undefined for none. */
export function valueOfKind(keys: Keys, kind: string): string | undefined {
  return keys.find((each) => kindOf(each) === kind)?.slice(kind.length + 1);
}
