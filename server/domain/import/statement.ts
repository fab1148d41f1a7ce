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
 */
export function withLine(
  type: ImportTypeName,
  input: Input,
  faults: RejectionReason[],
): { input: Input; faults: RejectionReason[] } {
  const { status: _, ...line } = input;
  if (type === 'paystackStatement') return { input: line, faults };
  if (type !== 'mpesaStatement') return { input, faults };
  const { reason, details, accountNumber, payer, ...stated } = line;
  const fromDetails = detailsIn(textOf(details));
  const party = { ...fromDetails, ...partyIn(textOf(payer)) };
  const own = ownMovementIn(textOf(reason), textOf(details));
  const field = reason === undefined ? 'details' : 'reason';
  const message = `“${own}” is no payment of a customer.`;
  return {
    input: {
      ...stated,
      ...given('accountNumber', (textOf(accountNumber) || fromDetails.accountNumber)?.slice(0, MAX_ACCOUNT)),
      ...given('payer', party.payer),
      ...given('payerName', party.payerName?.slice(0, MAX_NAME)),
    },
    faults: own === null ? faults : [...faults, { field, code: 'INVALID_VALUE', message }],
  };
}

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
  const amount = text('amount').replaceAll(/[\s,]/g, '');
  const isMoneyIn = amount !== '' && !(Number(amount) <= 0);
  const isSum = text('transactionId') === '' && text('paidAt') === '';
  return isMoneyIn && !isSum && (mapping.status === undefined || /^completed?$/i.test(text('status')));
}
