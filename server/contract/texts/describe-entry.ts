import type { AuditSubjectType } from '../portal/audit-actions.ts';
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
import { subjectOf } from './entry-subject.ts';
import { statedFields, verbs } from './entry-verbs.ts';
import { inboundReasonTexts } from './inbound-reason-texts.ts';
import { syncFailureText } from './reason-texts.ts';
import { securityTexts } from './security-texts.ts';

/** The parts of an audit entry that its sentence uses. */
export type DescribedEntry = {
  actorType: string;
  actorName: string;
  action: string;
  resourceType: string;
  resourceId: string;
  changes: FieldChanges;
};

/** Fields that the verb states already. */
const stated = new Set(['status', 'updatedAt', 'archivedAt', 'hold']);

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
  const only = (statedFields as Record<string, readonly string[] | undefined>)[verb];
  const of = knownIn(changes, known);
  const listedChanges = Object.entries(shownChangesOf(changes)).filter(([field]) =>
    only ? only.includes(field) : verb === 'update' || !stated.has(field),
  );
  const shown = listedChanges.slice(0, MAX_LISTED).map(([field, { before, after }]) => {
    if (field === 'octets') return say`${bytesOf(Number(after))} used of ${bytesOf(Number(before))}`;
    if (field === 'failure') return describeValue(field, syncFailureText(String(after)), of);
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

const snake = (verb: string) => verb.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const words = (verb: string) => snake(verb).replaceAll('_', ' ');
