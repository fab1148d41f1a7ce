import { realNow } from '../clock.ts';
import { minorDigits, toMajor } from '../contract/money.ts';
import { textIn } from '../json-values.ts';
import { refundInAddress } from './mpesa-address.ts';
import { checkToken, postToDaraja } from './mpesa-client.ts';
import {
  CURRENCY,
  outcomeOf,
  readConfirmation,
  readPromptCallback,
  readReversalResult,
  timestampOf,
} from './mpesa-messages.ts';
import {
  type GatewayAccount,
  GatewayError,
  type PromptGateway,
  type PromptOrder,
  type PromptOutcome,
  type Rail,
  RefundRefused,
  type RefundRequest,
} from './rail.ts';

/** A shilling in the unit of amounts. M-Pesa moves whole shillings. */
const SHILLING = 10 ** minorDigits(CURRENCY);

/** What Safaricom limits the texts of a prompt to, in characters. */
const MAX_REFERENCE = 12;
const MAX_DESCRIPTION = 13;

/** The result code of a query while the payer still has the prompt, in newer versions of Daraja. */
const STILL_OPEN = '4999';

/** Mobile numbers of Kenya. */
const KENYAN_MOBILE = /^\+254[17]\d{8}$/;

/** Lipa na M-Pesa: a prompt on the payer's phone, and money that payers send to the short code on their own. */
const gateway: PromptGateway = {
  // A sandbox and a live account have different hosts, so credentials of the other kind are refused there.
  fits: () => true,
  supports: (amount, currency) => currency === CURRENCY && amount >= SHILLING && amount % SHILLING === 0,
  isPhone: (phone) => KENYAN_MOBILE.test(phone),
  phoneFault: 'Enter a mobile number of Kenya, such as +254712345678.',
  check,
  sendPrompt,
  queryPrompt,
  register,
  submitRefund,
  readPromptCallback,
  readConfirmation,
  readReversalResult,
  isOwnShortCode: ({ credentials: { shortCode, tillNumber } }, given) =>
    given === shortCode || given === tillNumber,
};

export const mpesa: Rail = {
  name: 'mpesa',
  label: 'M-Pesa prompt',
  currencies: [CURRENCY],
  begins: 'prompt',
  gateway,
};

async function check(account: GatewayAccount): Promise<string> {
  await checkToken(account);
  return 'M-Pesa accepts the consumer key and secret. The passkey is tried with the first prompt.';
}

/** The fields that identify the short code. The password is valid for its timestamp. */
function signed({ credentials: { shortCode = '', passkey = '' } }: GatewayAccount) {
  const timestamp = timestampOf(realNow());
  return {
    BusinessShortCode: shortCode,
    Password: Buffer.from(`${shortCode}${passkey}${timestamp}`).toString('base64'),
    Timestamp: timestamp,
  };
}

async function sendPrompt(account: GatewayAccount, order: PromptOrder): Promise<string> {
  const { shortCode, tillNumber } = account.credentials;
  const payer = order.phone.replace('+', '');
  const { answer, errorCode } = await postToDaraja(account, '/mpesa/stkpush/v1/processrequest', {
    ...signed(account),
    TransactionType: tillNumber ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
    Amount: toMajor(order.amount, CURRENCY),
    PartyA: payer,
    PartyB: tillNumber ?? shortCode,
    PhoneNumber: payer,
    CallBackURL: order.callbackUrl,
    AccountReference: order.reference.slice(0, MAX_REFERENCE),
    TransactionDesc: plainText(order.description).slice(0, MAX_DESCRIPTION) || 'Payment',
  });
  const requestId = textIn(answer.CheckoutRequestID);
  if (textIn(answer.ResponseCode) === '0' && requestId !== undefined) return requestId;
  if (errorCode !== undefined) throw refusalOf(errorCode, textIn(answer.errorMessage) ?? '');
  const code = textIn(answer.ResponseCode);
  // Without a code of either kind it is unknown whether the payer has the prompt.
  if (code === undefined || code === '0') {
    throw new GatewayError('M-Pesa gave an answer without a result', { isFinal: false, mayHaveWorked: true });
  }
  throw new GatewayError(textIn(answer.ResponseDescription) ?? `code ${code}`, { isFinal: true, code });
}

/** Letters, digits and blanks, which all phones show. */
const plainText = (text: string) => text.replace(/[^A-Za-z0-9 ]/g, '').trim();

/** What Daraja refuses for good: the request itself, and credentials that do not belong together. */
function refusalOf(code: string, message: string): GatewayError {
  const isFinal = code.startsWith('400.') || /merchant does not exist|wrong credentials/i.test(message);
  return new GatewayError(message || `M-Pesa answered ${code}`, { isFinal, code });
}

async function queryPrompt(account: GatewayAccount, requestId: string): Promise<PromptOutcome | null> {
  const { answer, errorCode } = await postToDaraja(account, '/mpesa/stkpushquery/v1/query', {
    ...signed(account),
    CheckoutRequestID: requestId,
  });
  const message = textIn(answer.errorMessage) ?? '';
  if (errorCode !== undefined && /being processed/i.test(message)) return null;
  const code = textIn(answer.ResultCode);
  if (errorCode !== undefined || code === undefined || textIn(answer.CheckoutRequestID) !== requestId) {
    throw new GatewayError(message || 'M-Pesa does not know the outcome', { isFinal: false });
  }
  if (code === STILL_OPEN) return null;
  // The answer states neither the amount nor the transaction: the confirmation of the money has both.
  return {
    ...outcomeOf(code, textIn(answer.ResultDesc) ?? ''),
    requestId,
    amount: null,
    transactionId: null,
  };
}

/** Registers the address at which M-Pesa confirms money on the short code. */
async function register(account: GatewayAccount): Promise<void> {
  const { shortCode, tillNumber } = account.credentials;
  const { answer, errorCode } = await postToDaraja(account, '/mpesa/c2b/v2/registerurl', {
    ShortCode: tillNumber ?? shortCode,
    ResponseType: 'Completed',
    ConfirmationURL: account.hookUrl,
    ValidationURL: `${account.hookUrl}/validation`,
  });
  if (errorCode === undefined && textIn(answer.ResponseCode) === '0') return;
  const why = textIn(answer.errorMessage) ?? textIn(answer.ResponseDescription) ?? 'M-Pesa gave no reason';
  throw new GatewayError(why, { isFinal: /already registered/i.test(why), code: errorCode });
}

/** Reverses a transaction. M-Pesa reports the result later, and reverses a transaction once. */
async function submitRefund(account: GatewayAccount, refund: RefundRequest): Promise<string> {
  const { shortCode, tillNumber, initiator, securityCredential } = account.credentials;
  if (!initiator || !securityCredential) {
    throw new GatewayError('the account has no initiator for reversals', { isFinal: true });
  }
  const hook = `${account.hookUrl}/refunds/${refundInAddress(refund.id)}/${refund.round}`;
  const { answer, errorCode } = await postToDaraja(account, '/mpesa/reversal/v1/request', {
    Initiator: initiator,
    SecurityCredential: securityCredential,
    CommandID: 'TransactionReversal',
    TransactionID: refund.gatewayPaymentId,
    Amount: toMajor(refund.amount, refund.currency),
    ReceiverParty: tillNumber ?? shortCode,
    RecieverIdentifierType: '11',
    ResultURL: hook,
    QueueTimeOutURL: `${hook}/timeout`,
    Remarks: 'Refund',
  });
  const id = textIn(answer.ConversationID);
  if (textIn(answer.ResponseCode) === '0' && id !== undefined) return id;
  const message = textIn(answer.errorMessage) ?? textIn(answer.ResponseDescription) ?? 'no reason was given';
  if (errorCode?.startsWith('400.')) throw new RefundRefused(message, { code: errorCode });
  throw new GatewayError(message, { isFinal: false, code: errorCode });
}
