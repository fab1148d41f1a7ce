import { daysText } from '../days.ts';
import type { AuditAction, AuditSubjectType } from '../portal/audit-actions.ts';
import { instant, listed, money, type Sentence, say, together } from '../sentence.ts';
import { capOf } from './bytes.ts';
import { lowered } from './reason-texts.ts';

/** Imports no library, so that pages can import it at no cost. */

/** Names by id: subscribers, plans, invoices and charges. Without a name, a sentence has a general term. */
export type Names = Readonly<Record<string, string>>;

/** Fields that changed, with the value before and after. */
export type FieldChanges = Record<string, { before?: unknown; after?: unknown }>;

/** A change that has no event, as its audit entry describes it. */
export type DescribedChange = { action: string; resourceId: string; changes: FieldChanges };

/** What the values of a change need to be read. */
export type Known = {
  names: Names;
  /** The currency of amounts that stand without one; undefined where the resource has no amounts. */
  currency: string | undefined;
};

/** The currency of the amounts of a resource. A subscription has it beside its price. */
export function currencyIn(resource: Record<string, unknown>): string | undefined {
  const { currency, priceCurrency, price } = resource;
  const { currency: ofPrice } = (price ?? {}) as { currency?: unknown };
  return [currency, priceCurrency, ofPrice].find((code): code is string => typeof code === 'string');
}

/** The resources whose changes have a sentence, as it names one without a name. */
const subjects: Partial<Record<AuditSubjectType, string>> = {
  demarcationPoint: 'the demarcation point',
  inboundEvent: 'the event',
  installation: 'the installation',
  integration: 'the integration',
  plan: 'the plan',
  subscriber: 'the subscriber',
  subscription: 'the subscription',
  webhook: 'the webhook',
};

/** Whether `describeChange` has a sentence for changes of these resources. */
export function isDescribed(type: AuditSubjectType): boolean {
  return type in subjects;
}

/** Fields that a sentence leaves out: a new secret differs in each run. */
const omitted = new Set(['secretLast4']);

/** Fields that pages show under another name. */
const fieldNames: Record<string, string> = {
  billingCycleDays: 'cycle',
  dataCapMb: 'data cap',
  downloadSpeedMbps: 'download',
  graceDays: 'grace period',
  nextPlanAt: 'changes on',
  nextPrice: 'new price',
  priceAmount: 'price',
  scheduledAt: 'appointment',
  uploadSpeedMbps: 'upload',
  windowEndsAt: 'deadline',
};

/** Numbers with a unit. */
const quantities: Record<string, (value: number) => string> = {
  billingCycleDays: daysText,
  dataCapMb: capOf,
  downloadSpeedMbps: (speed) => `${speed} Mbps`,
  durationOverride: daysText,
  graceDays: daysText,
  taxRate: (share) => `${Number((share * 100).toFixed(4))} %`,
  uploadSpeedMbps: (speed) => `${speed} Mbps`,
};

type Meaning = string | ((changes: FieldChanges) => string | undefined);

/** What an action means beyond the fields that it changes. */
const meanings: Partial<Record<AuditAction, Meaning>> = {
  'demarcationPoint.update': ({ status }) => {
    if (!status) return undefined;
    return status.after === 'RETIRED'
      ? 'No new subscription can use it. Existing subscriptions stay in service.'
      : 'New subscriptions can use it.';
  },
  'inboundEvent.retry':
    'It is processed again, against the current state. It may overwrite the effects of later events of the same service.',
  'integration.delete': 'Its queued events have no effect. Subscriptions that it created stay as they are.',
  'integration.revoke_secret': 'No event is accepted until a new secret is created.',
  'integration.rotate_secret':
    'The new signing secret is shown once. An earlier one stays valid for another 24 hours.',
  'subscription.rotate_credentials':
    'The old network password is no longer valid. The router is offline from its next sign-in until the new one is entered there.',
  'webhook.delete': 'Its pending deliveries are never sent. Its secret and headers are deleted.',
  'webhook.disable':
    'Nothing is sent to it until it is enabled. Pending deliveries are kept, new events are not queued.',
  'webhook.enable': 'Its pending deliveries are sent at once. Its failure count is cleared.',
  'webhook.rotate_secret':
    'The new signing secret is shown once. Deliveries are signed with the current one too for 24 hours; one from an earlier rotation ends at once.',
};

/** A change without an event as sentences: each field before and after, and what the action means. */
export function describeChange({ action, resourceId, changes }: DescribedChange, names: Names): Sentence {
  const [type, verb] = action.split('.') as [AuditSubjectType, string];
  const subject = names[resourceId] ?? subjects[type] ?? 'the record';
  if (verb === 'create') return say`${capitalized(subject)} is created.`;
  const known = meanings[action as AuditAction];
  const meaning = typeof known === 'function' ? known(changes) : known;
  const sentences = [
    ...describeFields(subject, changes, { names, currency: undefined }),
    ...(meaning ? [say`${meaning}`] : []),
  ];
  return sentences.length > 0 ? together(sentences) : say`${capitalized(subject)} is updated.`;
}

/** `Technician of the installation: none → Njeri Wambui.` A sentence for each field. */
export function describeFields(subject: string, changes: FieldChanges, known: Known): Sentence[] {
  const of = knownIn(changes, known);
  return Object.entries(shownChangesOf(changes)).map(
    ([field, { before, after }]) =>
      say`${fieldTitle(field)} of ${subject}: ${describeValue(field, before, of)} → ${describeValue(field, after, of)}.`,
  );
}

/**
 * The changes to show: without secrets, with the price of a plan under one of its two names, and only where the value differs
 * as pages show it. The same minute is no change.
 */
export function shownChangesOf(changes: FieldChanges): FieldChanges {
  const isShown = ([field, { before, after }]: [string, FieldChanges[string]]) =>
    !omitted.has(field) &&
    !(field === 'price' && 'priceAmount' in changes) &&
    JSON.stringify(shownOf(before)) !== JSON.stringify(shownOf(after));
  return Object.fromEntries(Object.entries(changes).filter(isShown));
}

/** A value as far as pages show it: a time to the minute. */
function shownOf(value: unknown): unknown {
  return typeof value === 'string' && INSTANT.test(value) ? value.slice(0, 16) : (value ?? null);
}

/** What the values of these changes need to be read. A change of the currency states it. */
export function knownIn(changes: FieldChanges, { names, currency }: Known): Known {
  const { after, before } = changes.currency ?? changes.priceCurrency ?? {};
  return {
    names,
    currency: [after, before, currency].find((code): code is string => typeof code === 'string'),
  };
}

/** Fields with codes. Other texts in capitals, such as a tax ID or a country, are what a person wrote. */
const CODES = /(^|[a-z])(accessType|kind|method|origin|rail|reason|status|type)$/i;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const ID = /^[a-z]+_[0-9a-z]{26}$/;
const MAX_TEXT = 80;

/** Fields with an amount in major units, in resources and in their parts. */
export const amountFields: ReadonlySet<string> = new Set([
  ...['amount', 'amountDue', 'amountPaid', 'amountRefunded', 'refundedAmount', 'creditedAmount'],
  ...[
    'nextPrice',
    'subtotal',
    'tax',
    'total',
    'feeAmount',
    'price',
    'priceAmount',
    'priceOverride',
    'unitAmount',
  ],
]);

/** A value of a field as people read it: money, times and names, and codes as words. */
export function describeValue(field: string, value: unknown, known: Known): Sentence {
  const { names, currency } = known;
  if (value === null || value === undefined || value === '') return say`none`;
  if (typeof value === 'boolean') return value ? say`yes` : say`no`;
  if (Array.isArray(value)) {
    return value.length > 0 ? listed(value.map((item) => describeValue(field, item, known))) : say`none`;
  }
  if (typeof value === 'object') {
    const parts = value as Record<string, unknown>;
    return field === 'source' ? describeSource(parts, known) : describeParts(parts, known);
  }
  if (typeof value === 'number' && currency && amountFields.has(field)) return [money(value, currency)];
  if (typeof value === 'number') return say`${quantities[field]?.(value) ?? String(value)}`;
  if (typeof value !== 'string') return say`${String(value)}`;
  if (INSTANT.test(value)) return [instant(value)];
  if (field === 'action') return say`${actionText(value)}`;
  const text = names[value] ?? (ID.test(value) ? 'another one' : CODES.test(field) ? lowered(value) : value);
  return say`${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text}`;
}

/** `plans.enable` of a job as `enable plans`. An import has the name of what it creates alone. */
function actionText(action: string): string {
  const [list = '', verb] = action.split('.');
  return [verb, list.replaceAll('-', ' ')].filter(Boolean).join(' ');
}

/** Where the rows of a job come from: a list with its filters, or a file. */
function describeSource(source: Record<string, unknown>, known: Known): Sentence {
  const { list, filter, fileName, system } = source;
  if (typeof fileName === 'string') return say`${fileName}${system ? ` from ${String(system)}` : ''}`;
  if (typeof list !== 'string') return describeParts(source, known);
  const filters =
    Object.keys(filter ?? {}).length > 0 && say` with ${describeValue('filter', filter, known)}`;
  return say`list of ${list.replaceAll('-', ' ')}${filters || ''}`;
}

/** An object: each part with its name. The currency is that of its amounts. */
function describeParts({ currency, ...parts }: Record<string, unknown>, known: Known): Sentence {
  const { downloadSpeedMbps, uploadSpeedMbps, ...others } = parts;
  if (downloadSpeedMbps && uploadSpeedMbps && Object.keys(others).length === 0) {
    return say`${String(downloadSpeedMbps)} / ${String(uploadSpeedMbps)} Mbps`;
  }
  const of = typeof currency === 'string' ? { ...known, currency } : known;
  const [only, ...further] = Object.entries(parts);
  if (!only) return say`none`;
  if (further.length === 0 && only[0] === 'amount') return describeValue(...only, of);
  return listed(
    [only, ...further].map(([field, value]) => say`${fieldText(field)} ${describeValue(field, value, of)}`),
  );
}

/** The ids whose names the sentence of a change uses. */
export function idsOfChange({ resourceId, changes }: DescribedChange): string[] {
  return [resourceId, ...idsAmong(Object.values(changes))];
}

/** All ids in a value, at any depth. */
export function idsAmong(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsAmong) : [];
}

/** `externalReference` as `External reference`. */
export function fieldTitle(field: string): string {
  return capitalized(fieldText(field));
}

/** `externalReference` as `external reference`, and `demarcationPointId` as `demarcation point`. */
function fieldText(field: string): string {
  const words = field.replace(/(?<=[a-z])Id$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return fieldNames[field] ?? words.toLowerCase();
}

function capitalized(text: string): string {
  return /^https?:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
