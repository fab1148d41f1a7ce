import type { FactKind, MessageChannel } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

/** The variables of every text. */
const ofAll = [
  'firstName',
  'lastName',
  'accountNumber',
  'providerName',
  'providerPhone',
  'providerEmail',
] as const;

/** The variables of a notice: nothing of it happened to one account only. */
export const noticeVariables = ofAll;

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
} as const satisfies Record<FactKind, readonly string[]>;

export type TextVariable = (typeof ofAll)[number] | (typeof ofKind)[FactKind][number];

/** The variables that a text of a kind may use. */
export function variablesOf(kind: FactKind | 'NOTICE'): readonly TextVariable[] {
  return kind === 'NOTICE' ? ofAll : [...ofAll, ...ofKind[kind]];
}

/** The kinds of which subscribers always get an email. Contract: Messages. */
export const mandatoryEmailKinds = ['INVOICE', 'SUSPENSION'] as const satisfies FactKind[];

/** What a provider without settings of its own sends. */
export const defaultSettings = {
  language: 'en',
  emailKinds: ['INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT'] satisfies FactKind[],
  smsKinds: [] as FactKind[],
  emailDays: [] as number[],
  smsDays: [] as number[],
  quietFrom: null,
  quietUntil: null,
} as const;

/** The longest subject and text of each channel, in characters. An SMS has at most ten parts of 153. */
export const maxSubject = 200;
export const maxText: Record<MessageChannel, number> = { EMAIL: 5_000, SMS: 1_530 };
