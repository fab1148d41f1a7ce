/** Imports no library, so that pages can import it at no cost. */

/** Every resource, with the prefix of its ids. Ids, events, audit entries and search use these names. Contract: Ids. */
export const prefixes = {
  provider: 'prv',
  subscriber: 'sub',
  subscription: 'sbn',
  plan: 'pln',
  demarcationPoint: 'dmp',
  billingCycle: 'cyc',
  invoice: 'inv',
  payment: 'pay',
  refund: 'rfd',
  balanceTransaction: 'btx',
  receipt: 'rcp',
  charge: 'chg',
  departure: 'dep',
  installation: 'inst',
  networkSession: 'sess',
  networkServer: 'nas',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  attempt: 'att',
  integration: 'int',
  gatewayAccount: 'gwa',
  inboundEvent: 'inb',
  auditEntry: 'aud',
  organisation: 'org',
  invitation: 'ivt',
  accessCredential: 'crd',
  mail: 'msg',
  messageAccount: 'msa',
  messageText: 'mtx',
  announcement: 'ann',
  savedView: 'view',
  apiRequest: 'req',
  note: 'note',
  job: 'job',
  tag: 'tag',
  scheduleDRow: 'sdf',
} as const;

export type ResourceName = keyof typeof prefixes;

/** `billingCycle` → `billing_cycle`: how events name a resource. */
export type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';
