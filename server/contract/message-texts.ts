import type { AutomaticKind, FactKind, MessageChannel, MessageKind } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

/** The variables of every text. */
const ofAll = [
  'firstName',
  'lastName',
  'accountNumber',
  'providerName',
  'providerPhone',
  'providerEmail',
  'pageLink',
] as const;

/** The further variables of each kind. A value that is unknown is empty. Contract: Texts of messages. */
const ofKind = {
  INVOICE: ['amount', 'dueDate', 'invoiceNumber', 'service', 'fromCredit'],
  REMINDER: ['amount', 'dueDate', 'invoiceNumber', 'service'],
  OVERDUE: ['amount', 'dueDate', 'lastDay', 'invoiceNumber', 'service'],
  LAST_WARNING: ['amount', 'dueDate', 'lastDay', 'invoiceNumber', 'service'],
  SUSPENSION: ['suspendedOn', 'service'],
  RESTORED: ['restoredOn', 'service'],
  RECEIPT: ['amount', 'receivedOn', 'invoiceNumber', 'service', 'reference', 'paidUntil', 'refundDue'],
  REFUND: ['amount', 'refundedOn', 'reference'],
  PROMPT: ['amount', 'invoiceNumber', 'service', 'reference'],
  CREDIT_NOTE: ['amount', 'invoiceNumber', 'service'],
  PAGE_LINK: [],
} as const satisfies Record<FactKind, readonly string[]>;

export type TextVariable = (typeof ofAll)[number] | (typeof ofKind)[FactKind][number];

/** The variables that a text of a kind may use. */
export function variablesOf(kind: FactKind | 'NOTICE'): readonly TextVariable[] {
  return kind === 'NOTICE' ? ofAll : [...ofAll, ...ofKind[kind]];
}

/** The kinds whose emails have a button to the page of the customer. Contract: Texts of messages. */
export const kindsWithPageButton: readonly MessageKind[] = [
  'INVOICE',
  'REMINDER',
  'OVERDUE',
  'LAST_WARNING',
  'SUSPENSION',
  'PAGE_LINK',
];

/** The kinds of which subscribers always get an email. Contract: Messages. */
export const mandatoryEmailKinds = ['INVOICE', 'SUSPENSION'] as const satisfies AutomaticKind[];

/** What a provider without settings of its own sends. */
export const defaultSettings = {
  language: 'en',
  emailKinds: ['INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT'] satisfies AutomaticKind[],
  smsKinds: [] as AutomaticKind[],
  emailDays: [] as number[],
  smsDays: [] as number[],
  quietFrom: null,
  quietUntil: null,
} as const;

/** The longest subject and text of each channel, in characters. An SMS has at most ten parts of 153. */
export const maxSubject = 200;
export const maxText: Record<MessageChannel, number> = { EMAIL: 5_000, SMS: 1_530 };
