import type { AuditAction, AuditSubjectType } from '../portal/audit-actions.ts';
import type { SecurityEventName } from '../portal/security-events.ts';
import type { ResourceName } from '../resource-names.ts';
import { day, listed, type Sentence, say } from '../sentence.ts';
import { actorText } from './actor-text.ts';
import { replacedActions } from './audit-action-text.ts';
import { bytesOf } from './bytes.ts';
import {
  describeValue,
  type FieldChanges,
  fieldTitle,
  type Known,
  knownIn,
  shownChangesOf,
} from './describe-change.ts';
import { inboundReasonTexts } from './inbound-reason-texts.ts';

/** The parts of an audit entry that its sentence uses. */
export type DescribedEntry = {
  actorType: string;
  actorName: string;
  action: string;
  resourceType: string;
  resourceId: string;
  changes: FieldChanges;
};

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
  refund: 'a refund',
  charge: 'a charge',
  installation: 'an installation',
  networkSession: 'a network session',
  networkServer: 'a network server',
  event: 'an event',
  webhook: 'a webhook',
  delivery: 'a delivery',
  attempt: 'an attempt',
  integration: 'an integration',
  inboundEvent: 'an inbound event',
  auditEntry: 'an audit entry',
  organisation: 'the organisation',
  accessCredential: 'an API key',
  mail: 'an email',
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

/** The last part of an action, as a verb in the past. `%` is the resource; it follows the verb where there is none. */
type VerbOf<Action extends string> = Action extends `${ResourceName | 'testClock'}.${infer Verb}`
  ? Verb
  : never;

const verbs: Record<VerbOf<AuditAction>, string> = {
  create: 'created',
  update: 'changed',
  activate: 'activated',
  abandon: 'abandoned',
  advance: 'advanced the test clock',
  archive: 'archived',
  begin: 'started to process',
  cancel: 'cancelled',
  check: 'checked the rows of %',
  charge_expiry: 'ran the expiry of %',
  close: 'closed',
  complete: 'completed',
  create_note: 'wrote a note about %',
  cycle_end: 'ended the billing cycle of %',
  deactivate: 'deactivated',
  decline: 'declined',
  delete: 'deleted',
  delete_note: 'deleted a note about %',
  disable: 'disabled',
  disconnect: 'disconnected',
  drop: 'dropped',
  drop_upgrade: 'dropped the upgrade of %',
  enable: 'enabled',
  erase: 'erased the personal data of %',
  expire: 'expired',
  export: 'exported the personal data of %',
  fail: 'recorded the failure of %',
  finish: 'processed',
  finish_check: 'finished the check of %',
  grace_end: 'ended the grace days of %',
  hold_upgrade: 'requested an upgrade of %, which waits for its payment',
  ignore: 'ignored',
  installation_window: 'ran the deadline of %',
  lapse: 'let % lapse',
  late: 'recorded late money of %',
  lift_hold: 'lifted the hold of %',
  migrate_out: 'migrated % out',
  mismatch: 'recorded a mismatch of %',
  pay: 'recorded % as paid',
  pay_upgrade: 'applied the paid upgrade of %',
  payment_expiry: 'ran the expiry of %',
  pending_expiry: 'ran the expiry of %',
  process: 'started to process',
  push: 'sent % to the integration',
  push_failed: 'could not send % to the integration',
  reactivate: 'reactivated',
  refund: 'refunded',
  refund_late_money: 'refunded the late money of %',
  refuse_accounting: 'refused forged accounting of %',
  reject_override: 'rejected the override of %',
  reject_plan_change: 'rejected the plan change of %',
  reject_upgrade: 'rejected the upgrade of %',
  remove_outbound_sync: 'removed the outbound sync of %',
  remove_plan: 'removed the plan of %',
  renew: 'renewed',
  renewal_window: 'issued the renewal of %',
  replay: 'replayed the events of %',
  request_override: 'scheduled an override of %',
  request_plan_change: 'scheduled a change of %',
  request_plan_removal: 'scheduled the removal of the plan of %',
  resend: 'sent % again',
  resend_failed: 'queued the failed deliveries of % again',
  restore: 'restored the speed of %',
  resume: 'resumed',
  retry: 'retried',
  retry_gateway_refund: 'retried the gateway refund of %',
  reveal_credentials: 'read the network password of %',
  revoke: 'revoked',
  revoke_secret: 'revoked the secret of %',
  rotate: 'rotated',
  rotate_credentials: 'rotated the network password of %',
  rotate_secret: 'rotated the secret of %',
  send: 'sent',
  set_hold: 'set a hold on %',
  set_ipv4: 'changed the IPv4 address of %',
  set_outbound_sync: 'set up the outbound sync of %',
  set_tags: 'changed the tags of %',
  set_throttle_rate: 'changed the throttle rate',
  settle: 'settled the fee of %',
  start: 'started',
  stop: 'stopped',
  submit: 'submitted % to the gateway',
  submit_failed: 'could not submit % to the gateway',
  suspend: 'suspended',
  terminate: 'terminated',
  test: 'sent a test event to %',
  throttle: 'throttled',
  update_note: 'changed a note about %',
  upgrade_expiry: 'ran the expiry of the upgrade of %',
  void: 'voided',
  waive: 'waived',
  warn: 'warned about failures of %',
};

/** Events of the security log. */
const securityTexts: Record<SecurityEventName, string> = {
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'refused a sign-in of %: wrong password',
  'sign_in.locked_out': 'locked out %: too many failed sign-ins',
  sign_out: 'signed out',
  'session.used_after_end': 'refused an ended session of %',
  'session.ended': 'ended own sessions',
  'password.changed': 'changed their own password',
  'password.change_failed': 'could not change the password of %',
  'password.reset_requested': 'requested a link for a new password',
  'password.reset': 'chose a new password by link',
  'password.reset_failed': 'refused a new password of % by link',
  'email.change_requested': 'requested another email address',
  'email.changed': 'changed their own email address',
  'email.change_failed': 'could not change the email address of %',
  'second_factor.requested': 'entered the password; the second factor is required',
  'second_factor.failed': 'refused a second factor of %: wrong code',
  'second_factor.enabled': 'enabled the second factor',
  'second_factor.disabled': 'disabled the second factor',
  'second_factor.change_failed': 'could not change the second factor of %',
  'second_factor.recovery_code_used': 'used a recovery code',
  'second_factor.recovery_codes_replaced': 'replaced the recovery codes',
  'second_factor.reset': 'reset the second factor of %',
  'second_factor.required': 'made a second factor required for the team',
  'second_factor.made_optional': 'made the second factor of the team optional',
  'secrets.rotated': 'encrypted the stored secrets with a new key',
  'permission.refused': 'was refused an action without permission',
  'origin.refused': 'refused a request from another origin with the session of %',
  'accounting.forged': 'refused forged accounting',
  'credential.revoked_in_use': 'was refused: the key is revoked',
  'member.invited': 'invited a person',
  'member.invitation_resent': 'sent an invitation again',
  'member.invitation_withdrawn': 'withdrew an invitation',
  'member.joined': 'joined the team',
  'member.role_changed': 'changed the role of %',
  'member.renamed': 'changed their own name',
  'member.sessions_ended': 'signed % out everywhere',
  'member.removed': 'removed % from the team',
  'ownership.transferred': 'transferred the ownership to %',
};

/** Fields that the verb states already. */
const stated = new Set(['status', 'updatedAt', 'archivedAt', 'hold']);

/** The fields that say more than the verb, for verbs that also set others, such as the instant of the entry itself. */
const told: Partial<Record<VerbOf<AuditAction>, readonly string[]>> = {
  activate: [],
  cancel: ['reason', 'cancelAt'],
  check: ['fileName'],
  close: [],
  complete: ['invoiceId'],
  deactivate: ['inactiveReason'],
  delete: [],
  disable: [],
  enable: [],
  fail: ['failureReason', 'reason', 'error'],
  finish_check: [],
  pay: ['amountPaid'],
  reactivate: ['expiresAt', 'price'],
  refund: ['amountRefunded', 'refundedAmount'],
  remove_plan: [],
  renew: ['expiresAt', 'price'],
  terminate: [],
  void: [],
  waive: ['reason'],
};

/** The names of fields of a resource, where the general one says less. */
const fieldNames: Record<string, string> = {
  'subscription.cancelAt': 'service ends',
  'subscription.expiresAt': 'paid until',
  'subscription.inactiveReason': 'reason',
  'subscription.nextPlanId': 'new plan',
  'subscription.pendingOverrides': 'from the next cycle',
  'subscription.planRemovalAt': 'service ends',
  'subscription.radiusUsername': 'network user',
};

/** The most fields that a sentence lists. An entry's details have all. */
const MAX_LISTED = 3;

/**
 * An audit entry as a sentence: who did what to which resource, and what changed. Contract: Audit.
 * @param known names by id, and the currency of amounts without one
 */
export function describeEntry(
  { actorType, actorName, action, resourceType, resourceId, changes }: DescribedEntry,
  known: Known,
): Sentence {
  const current = replacedActions[action] ?? action;
  const verb = current.slice(current.indexOf('.') + 1);
  const isSecurity = Object.hasOwn(securityTexts, current);
  const texts: Record<string, string> = isSecurity ? securityTexts : verbs;
  const template = texts[isSecurity ? current : snake(verb)] ?? words(verb);
  const subject = subjectOf(resourceType as AuditSubjectType, known.names[resourceId], verb);
  const isAlone = isSecurity || /test clock|throttle rate$/.test(template);
  const done = template.includes('%') || isAlone ? template.replace('%', subject) : `${template} ${subject}`;
  const actor = actorText({ type: actorType, name: actorName });
  if (verb === 'create') return say`${actor} ${done}${createdAmount(changes, known)}`;
  if (template === verbs.request_plan_change) return say`${actor} ${done}${newTerms(changes, known)}`;
  const { address, ...others } = changes;
  if (isSecurity && typeof address?.after === 'string') {
    const details = detailsOf(verb, others, known, resourceType);
    const from = say`${actor} ${done}, from ${address.after}`;
    return details.length === 0 ? from : say`${from}: ${listed(details)}`;
  }
  const details = detailsOf(snake(verb), changes, known, resourceType);
  return details.length === 0 ? say`${actor} ${done}` : say`${actor} ${done}: ${listed(details)}`;
}

/** ` of KES 25.00`, for a new resource with one amount. */
function createdAmount(changes: FieldChanges, known: Known): Sentence {
  const { amount, total } = changes;
  const value = amount?.after ?? total?.after;
  return typeof value === 'number' ? say` of ${describeValue('amount', value, knownIn(changes, known))}` : [];
}

/** ` to Fibre 200, KES 9,999.00, for 22 Dec`. Entries of former releases have neither price nor day. */
function newTerms(changes: FieldChanges, known: Known): Sentence {
  const { nextPlanId, nextPrice, nextPlanAt } = changes;
  const price = nextPrice && describeValue('nextPrice', nextPrice.after, knownIn(changes, known));
  const at = nextPlanAt?.after;
  return say` to ${describeValue('nextPlanId', nextPlanId?.after, known)}${price ? say`, ${price}` : []}${
    typeof at === 'string' ? say`, for ${day(at)}` : []
  }`;
}

/** The fields that differ, as `price KES 25.00 → KES 30.00`. */
function detailsOf(verb: string, changes: FieldChanges, known: Known, resourceType: string): Sentence[] {
  const only = (told as Record<string, readonly string[] | undefined>)[verb];
  const of = knownIn(changes, known);
  const listedChanges = Object.entries(shownChangesOf(changes)).filter(([field]) =>
    only ? only.includes(field) : verb === 'update' || !stated.has(field),
  );
  const shown = listedChanges.slice(0, MAX_LISTED).map(([field, { before, after }]) => {
    if (field === 'octets') return say`${bytesOf(Number(after))} used of ${bytesOf(Number(before))}`;
    if (resourceType === 'inboundEvent' && field === 'reason') return inboundReason(String(after));
    const name =
      fieldNames[`${resourceType}.${field}`] ??
      fieldTitle(field).replace(/^./, (letter) => letter.toLowerCase());
    const value = describeValue(field, after, of);
    return isNothing(before)
      ? say`${name} ${value}`
      : say`${name} ${describeValue(field, before, of)} → ${value}`;
  });
  const more = listedChanges.length - shown.length;
  return more > 0 ? [...shown, say`${more} more ${more === 1 ? 'field' : 'fields'}`] : shown;
}

/** Why an inbound event had no effect, as the end of a sentence. */
function inboundReason(reason: string): Sentence {
  const text = (inboundReasonTexts[reason] ?? words(reason.toLowerCase())).replace(/^Ignored: /, '');
  return say`${text.replace(/^(?!Demarc)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function subjectOf(type: AuditSubjectType, name: string | undefined, verb: string): string {
  if (!name) return nouns[type] ?? 'the record';
  if (withArticle.has(type)) {
    if (verb !== 'create') return `the ${name}`;
    return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
  }
  const kind = withKind[type];
  return kind ? `${kind} ${name}` : name;
}

const snake = (verb: string) => verb.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const words = (verb: string) => snake(verb).replaceAll('_', ' ');
