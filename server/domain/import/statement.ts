import type { RejectionReason } from '../../contract/errors.ts';
import type { ImportTypeName } from '../../contract/portal/import-fields.ts';
import { detailsIn, ownMovementIn, partyIn } from '../../rails/mpesa-statement.ts';
import { cellText } from './cell.ts';

type Input = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The longest account and name that a receipt keeps, in characters. */
const MAX_ACCOUNT = 64;
const MAX_NAME = 200;

/**
 * The line of a statement from the fields of its columns: who paid, and the account that they entered. Other imports stay as they
 * are. Contract: Receipts.
 * @param reversed the receipt numbers of the payments that the statement shows as reversed, in upper case
 */
export function withLine(
  type: ImportTypeName,
  input: Input,
  faults: RejectionReason[],
  reversed: readonly string[] = [],
): { input: Input; faults: RejectionReason[] } {
  const { status: _, linkedTransactionId: __, ...line } = input;
  if (type === 'paystackStatement') return { input: line, faults };
  if (type !== 'mpesaStatement') return { input, faults };
  const { reason, details, accountNumber, payer, ...stated } = line;
  const fromDetails = detailsIn(textOf(details));
  const party = { ...fromDetails, ...partyIn(textOf(payer)) };
  const own = ownMovementIn(textOf(reason), textOf(details));
  const field = reason === undefined ? 'details' : 'reason';
  const message = `“${own}” is no payment of a customer.`;
  const isReversed = reversed.includes(textOf(line.transactionId).toUpperCase());
  return {
    input: {
      ...stated,
      ...given('accountNumber', (textOf(accountNumber) || fromDetails.accountNumber)?.slice(0, MAX_ACCOUNT)),
      ...given('payer', party.payer),
      ...given('payerName', party.payerName?.slice(0, MAX_NAME)),
    },
    faults: [
      ...faults,
      ...(own === null ? [] : [{ field, code: 'INVALID_VALUE' as const, message }]),
      ...(isReversed ? [REVERSED] : []),
    ],
  };
}

const REVERSED: RejectionReason = {
  field: 'transactionId',
  code: 'INVALID_VALUE',
  message: 'The statement shows that this payment was reversed.',
};

function given(name: string, value: string | undefined): Input {
  return value ? { [name]: value } : {};
}

/**
 * Whether a line of a statement may be money of a customer. Charges, money out, sums, and payments that were not completed are no
 * rows of the import.
 */
export function isPaymentLine(
  type: ImportTypeName,
  mapping: Record<string, string>,
  cells: Record<string, unknown>,
): boolean {
  const text = (field: string) => cellText('text', cells[mapping[field] ?? '']);
  if (type === 'paystackStatement') return /^success(?:ful)?$/i.test(text('status'));
  if (type !== 'mpesaStatement') return true;
  const isSum = text('transactionId') === '' && text('paidAt') === '';
  return isMoneyIn(text('amount')) && !isSum && isCompleted(mapping, text('status'));
}

function isMoneyIn(cell: string): boolean {
  const amount = cell.replaceAll(/[\s,]/g, '');
  return amount !== '' && !(Number(amount) <= 0);
}

function isCompleted(mapping: Record<string, string>, status: string): boolean {
  return mapping.status === undefined || /^completed?$/i.test(status);
}

/**
 * What may be the receipt numbers of the payments that a line of money out reverses, in upper case: the linked transaction, and
 * those in the details. Charges are money out that may be linked to a payment too, so the line has to be a reversal.
 */
export function reversedBy(
  type: ImportTypeName,
  mapping: Record<string, string>,
  cells: Record<string, unknown>,
): string[] {
  if (type !== 'mpesaStatement') return [];
  const text = (field: string) => cellText('text', cells[mapping[field] ?? '']);
  if (isMoneyIn(text('amount')) || !isCompleted(mapping, text('status'))) return [];
  const details = text('details');
  if (!/\brevers/i.test(`${text('reason')} ${details}`)) return [];
  return `${text('linkedTransactionId')} ${details}`.toUpperCase().match(/\b[A-Z0-9]{6,20}\b/g) ?? [];
}
