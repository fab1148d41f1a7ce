import type { AuditSubjectType } from '../portal/audit-actions.ts';

/** How sentences name a resource without a name. */
const nouns: Record<AuditSubjectType, string> = {
  provider: 'the account',
  subscriber: 'a subscriber',
  subscription: 'a subscription',
  plan: 'a plan',
  demarcationPoint: 'a demarcation point',
  billingCycle: 'a billing cycle',
  invoice: 'an invoice',
  payment: 'a payment',
  balanceTransaction: 'credit',
  refund: 'a refund',
  receipt: 'a receipt',
  charge: 'a charge',
  departure: 'a cancellation',
  installation: 'an installation',
  networkSession: 'a network session',
  networkServer: 'a network server',
  event: 'an event',
  webhook: 'a webhook',
  delivery: 'a delivery',
  attempt: 'an attempt',
  integration: 'an integration',
  gatewayAccount: 'a gateway account',
  inboundEvent: 'an inbound event',
  auditEntry: 'an audit entry',
  organisation: 'the organisation',
  accessCredential: 'an API key',
  mail: 'a message',
  messageAccount: 'a message account',
  messageText: 'the text of a message',
  announcement: 'an announcement',
  job: 'a job',
  note: 'a note',
  tag: 'a tag',
  savedView: 'a saved view',
  scheduleDRow: 'a Schedule D floor',
  apiRequest: 'an API request',
  invitation: 'an invitation',
  staffUser: 'a member of staff',
};

/** Resources that a sentence names with their kind: `payment PAY-8F2K`. */
const withKind: Partial<Record<AuditSubjectType, string>> = {
  payment: 'payment',
  invoice: 'invoice',
  plan: 'plan',
  charge: 'charge',

  webhook: 'webhook',
  integration: 'integration',
  demarcationPoint: 'demarcation point',
};

/** Resources that are named by what they belong to, as `installation for Ada Lovelace`. A sentence adds the article. */
const withArticle: ReadonlySet<AuditSubjectType> = new Set([
  'billingCycle',
  'inboundEvent',
  'installation',
  'job',
  'networkSession',
  'refund',
]);

/** The resource of an audit entry, as the object of its sentence. */
export function subjectOf(type: AuditSubjectType, name: string | undefined, verb: string): string {
  if (!name) return nouns[type] ?? 'the record';
  if (withArticle.has(type)) {
    if (verb !== 'create') return `the ${name}`;
    return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
  }
  const kind = withKind[type];
  return kind ? `${kind} ${name}` : name;
}
