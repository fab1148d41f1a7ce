import { realNow, SECOND_MS } from '../../clock.ts';
import { toMajor } from '../../contract/money.ts';
import { textIn } from '../../json-values.ts';
import { timestampOf } from '../../rails/mpesa-messages.ts';
import { randomText } from '../../random-text.ts';
import type { DemoKeys } from '../keys.ts';
import type { Answer, Api, Outside } from './api.ts';
import { findOpenPrompt, mpesaHook, type OpenPrompt } from './money.ts';
import { later, pathOf, send } from './report.ts';

/** The time in which a reversal is done, in ms. */
const REVERSES_AFTER_MS = 2 * SECOND_MS;

/** How a payer can answer a prompt, with M-Pesa's result. */
export const promptAnswers = {
  paid: { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' },
  cancelled: { ResultCode: 1032, ResultDesc: 'Request cancelled by user' },
  'no money': { ResultCode: 1, ResultDesc: 'The balance is insufficient for the transaction.' },
  unreachable: { ResultCode: 1037, ResultDesc: 'DS timeout user cannot be reached' },
} as const;
export type PromptAnswer = keyof typeof promptAnswers;

const accepted = (more: object): Answer => ({
  status: 200,
  body: { ResponseCode: '0', ResponseDescription: 'Success. Request accepted for processing', ...more },
});
const refused = (errorCode: string, errorMessage: string): Answer => ({
  status: errorCode.startsWith('400') ? 400 : 500,
  body: { requestId: randomText(16), errorCode, errorMessage },
});

/** Safaricom's Daraja with what Demarc calls. A prompt without an answer of its payer is paid later. */
export function mpesaApi({ mpesa: keys }: DemoKeys, outside: Outside): Api {
  const { providerId } = outside;
  const basic = Buffer.from(`${keys.consumerKey}:${keys.consumerSecret}`).toString('base64');

  return async ({ path, headers, json }) => {
    if (path === '/oauth/v1/generate') {
      if (headers.authorization !== `Basic ${basic}`) {
        return refused('400.008.01', 'Invalid Authentication passed');
      }
      return { status: 200, body: { access_token: randomText(28), expires_in: '3599' } };
    }
    if (path === '/mpesa/stkpush/v1/processrequest') {
      if (String(json.BusinessShortCode) !== keys.shortCode) {
        return refused('500.001.1001', 'Merchant does not exist');
      }
      const id = `ws_CO_${randomText(20)}`;
      payLater(outside, id);
      return accepted({ MerchantRequestID: randomText(20), CheckoutRequestID: id });
    }
    if (path === '/mpesa/stkpushquery/v1/query') {
      const id = textIn(json.CheckoutRequestID) ?? '';
      if (await findOpenPrompt(providerId, id)) {
        // The process was started again since the prompt.
        later(outside, 0, () => answerPrompt(outside, id, 'paid'));
        return refused('500.001.1001', 'The transaction is being processed');
      }
      return refused('400.002.02', 'Bad Request - Invalid CheckoutRequestID');
    }
    if (path === '/mpesa/c2b/v2/registerurl') return accepted({});
    if (path === '/mpesa/reversal/v1/request') {
      const ConversationID = `AG_${randomText(20)}`;
      const Result = {
        ...{ ResultType: 0, ...promptAnswers.paid, ConversationID },
        TransactionID: newReceipt(),
      };
      const report = { path: pathOf(json.ResultURL), body: JSON.stringify({ Result }) };
      later(outside, REVERSES_AFTER_MS, () => send(outside, report));
      return accepted({ ConversationID });
    }
    return null;
  };
}

/** How often a payer who does nothing pays, until the prompt is over: Demarc may be slow to store it. */
const PAYS = 3;

function payLater(outside: Outside, id: string, times = PAYS): void {
  later(outside, outside.payerWaitsMs, async () => {
    const isTaken = await answerPrompt(outside, id, 'paid');
    if (!isTaken && times > 1) payLater(outside, id, times - 1);
  });
}

/**
 * The payer answers a prompt: M-Pesa reports the outcome, and confirms the money.
 * @param id M-Pesa's id of the prompt, or its payment
 * @returns false where no prompt waits
 */
export async function answerPrompt(outside: Outside, id: string, answer: PromptAnswer): Promise<boolean> {
  const prompt = await findOpenPrompt(outside.providerId, id);
  if (!prompt) return false;
  const receipt = newReceipt();
  const isTaken = await send(outside, {
    path: `/hooks/pay/${prompt.token}`,
    body: callback(prompt, answer, receipt),
  });
  if (answer === 'paid') {
    const { phone, amount, reference: account, payerName } = prompt;
    await confirm(outside, { receipt, phone, amount: toMajor(amount, 'KES'), account, payerName });
  }
  return isTaken;
}

function callback({ requestId, amount, phone }: OpenPrompt, answer: PromptAnswer, receipt: string): string {
  const items = [
    { Name: 'Amount', Value: toMajor(amount, 'KES') },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'TransactionDate', Value: Number(timestampOf(realNow())) },
    { Name: 'PhoneNumber', Value: Number(phone.replace('+', '')) },
  ];
  const stkCallback = {
    ...{ MerchantRequestID: requestId, CheckoutRequestID: requestId, ...promptAnswers[answer] },
    ...(answer === 'paid' && { CallbackMetadata: { Item: items } }),
  };
  return JSON.stringify({ Body: { stkCallback } });
}

/** Money for the paybill. */
export type Transfer = {
  receipt: string;
  /** E.164. */
  phone: string;
  /** Shillings. */
  amount: number;
  /** What the payer entered as account. */
  account: string;
  payerName: string;
};

/** Confirms money on the paybill. @returns whether Demarc took it; false too while no account is connected */
async function confirm(
  outside: Outside,
  { receipt, phone, amount, account, payerName }: Transfer,
): Promise<boolean> {
  const token = await mpesaHook(outside.providerId);
  if (token === null) return false;
  const body = JSON.stringify({
    ...{ TransactionType: 'Pay Bill', TransID: receipt, TransTime: timestampOf(realNow()) },
    ...{ TransAmount: amount.toFixed(2), BusinessShortCode: '123456', BillRefNumber: account },
    ...{ MSISDN: phone.replace('+', ''), FirstName: payerName.toUpperCase() },
  });
  return send(outside, { path: `/hooks/pay/${token}`, body });
}

/** A customer sends money to the paybill without a prompt. */
export function payToPaybill(outside: Outside, transfer: Omit<Transfer, 'receipt'>): Promise<boolean> {
  return confirm(outside, { ...transfer, receipt: newReceipt() });
}

function newReceipt(): string {
  return `T${randomText(9).toUpperCase()}`;
}
