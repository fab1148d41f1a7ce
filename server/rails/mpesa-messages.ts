import { createHash } from 'node:crypto';
import { asMinor, MAX_AMOUNT, type Minor, toMinor } from '../contract/money.ts';
import { objectOf, textIn } from '../json-values.ts';
import type { Confirmation, PromptOutcome, ReversalResult } from './rail.ts';

/** The currency of all amounts of M-Pesa. */
export const CURRENCY = 'KES';

/** The longest text of the gateway that is kept. */
const MAX_TEXT = 500;

/** M-Pesa's ids of transactions. */
const TRANSACTION = /^[A-Z0-9]{6,20}$/;

/** Whether a text that people entered, in capitals, looks like the id of a transaction. */
export function isUsualNumber(text: string): boolean {
  return /^[A-Z][A-Z0-9]{9}$/.test(text);
}

/** The outcome of a prompt by its result code. Contract: Payment. */
export function outcomeOf(code: string, text: string): Pick<PromptOutcome, 'code' | 'text' | 'reason'> {
  const about = { code, text: text.slice(0, MAX_TEXT) };
  if (code === '0') return { ...about, reason: null };
  if (code === '1') return { ...about, reason: 'INSUFFICIENT_FUNDS' };
  return { ...about, reason: code === '1037' ? 'TIMEOUT' : 'PARTNER_REJECTED' };
}

/** An amount in shillings with at most two decimals, as minor units; null for any other value. */
function shillings(value: unknown): Minor | null {
  const text = textIn(value);
  if (text === undefined || !/^\d{1,10}(\.\d{1,2})?$/.test(text)) return null;
  const amount = Number(text);
  return amount > 0 && amount <= MAX_AMOUNT ? asMinor(toMinor(amount, CURRENCY)) : null;
}

/** Reads the report about a prompt; null for any other body. */
export function readPromptCallback(body: unknown): PromptOutcome | null {
  const callback = objectOf(objectOf(objectOf(body).Body).stkCallback);
  const requestId = textIn(callback.CheckoutRequestID);
  const code = textIn(callback.ResultCode);
  if (requestId === undefined || code === undefined) return null;
  const outcome = outcomeOf(code, textIn(callback.ResultDesc) ?? '');
  if (outcome.reason !== null) return { ...outcome, requestId, amount: null, transactionId: null };
  const items = objectOf(callback.CallbackMetadata).Item;
  const named = (name: string) =>
    Array.isArray(items) ? items.map(objectOf).find((item) => item.Name === name)?.Value : undefined;
  const amount = shillings(named('Amount'));
  const transactionId = textIn(named('MpesaReceiptNumber'));
  // Money without its number could be counted twice.
  if (amount === null || transactionId === undefined || !TRANSACTION.test(transactionId)) return null;
  return { ...outcome, requestId, amount, transactionId };
}

/** Reads the confirmation of money on a short code; null for any other body. */
export function readConfirmation(body: unknown): Confirmation | null {
  const { TransID, TransAmount, TransTime, BusinessShortCode, BillRefNumber, MSISDN, ...names } =
    objectOf(body);
  const transactionId = textIn(TransID);
  const amount = shillings(TransAmount);
  const paidAt = instantIn(textIn(TransTime) ?? '');
  const shortCode = textIn(BusinessShortCode);
  if (transactionId === undefined || !TRANSACTION.test(transactionId)) return null;
  if (amount === null || paidAt === null || shortCode === undefined) return null;
  const payer = (textIn(MSISDN) ?? '').slice(0, 64);
  const payerName = [names.FirstName, names.MiddleName, names.LastName]
    .map((name) => textIn(name)?.trim() ?? '')
    .filter((name) => name !== '')
    .join(' ');
  return {
    transactionId,
    amount,
    currency: CURRENCY,
    shortCode,
    accountNumber: textIn(BillRefNumber)?.trim().slice(0, 64) || null,
    payer,
    phone: /^254[17]\d{8}$/.test(payer) ? `+${payer}` : null,
    payerName: payerName.slice(0, 200) || null,
    paidAt,
  };
}

/** The result of a reversal; null for any other body. */
export function readReversalResult(body: unknown): ReversalResult | null {
  const { ConversationID, ResultCode, ResultDesc } = objectOf(objectOf(body).Result);
  const gatewayId = textIn(ConversationID);
  const code = textIn(ResultCode);
  if (gatewayId === undefined || code === undefined) return null;
  return {
    gatewayId,
    outcome: code === '0' ? 'done' : code === 'R000001' ? 'done before' : 'failed',
    text: (textIn(ResultDesc) ?? code).slice(0, MAX_TEXT),
  };
}

/** The end of the year 9999, as other timestamps have it. */
const LATEST = Date.UTC(10_000, 0, 1) - 1;

/** The instant of `YYYYMMDDHHmmss` in Nairobi, which has no summer time. */
function instantIn(text: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return at.getTime() >= 0 && at.getTime() <= LATEST ? at : null;
}

/** The time of a request in the form of Daraja: `YYYYMMDDHHmmss` in Nairobi. */
export function timestampOf(at: Date): string {
  const nairobi = new Date(at.getTime() + 3 * 60 * 60 * 1_000);
  return nairobi.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Digits of a payer that must be seen before the money is taken as that of a phone without a person who decides. */
const MIN_DIGITS = 5;

/**
 * Whether a payer of a confirmation may have this phone. Confirmations have the number in clear, with stars in the middle, or as the
 * SHA-256 of its digits.
 */
export function mayBePayer(payer: string, phone: string): boolean {
  const isShown = !payer.includes('*') || payer.replace(/[\s*]/g, '').length >= MIN_DIGITS;
  return payer !== '' && isShown && isPayerPossible(payer, phone);
}

/** Whether what is shown of a payer, which may be nothing, does not differ from this phone. */
export function isPayerPossible(payer: string, phone: string): boolean {
  const digits = phone.replace('+', '');
  if (payer === '') return true;
  if (/^[0-9a-f]{64}$/i.test(payer)) {
    return createHash('sha256').update(digits).digest('hex') === payer.toLowerCase();
  }
  if (!payer.includes('*')) return payer === digits;
  const [start = '', end = ''] = payer.split(/[\s*]+/);
  return digits.startsWith(start) && digits.endsWith(end);
}
