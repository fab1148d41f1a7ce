import { createHmac } from 'node:crypto';
import { env } from '../env.ts';
import { textIn } from '../json-values.ts';
import { requestJson } from '../request-json.ts';
import { isSameSecret } from '../same-secret.ts';
import { SMS_CALL_MS, type SmsAccount, type SmsGateway, type SmsOutcome } from './gateway.ts';

/** Twilio. The sender is a number, a name, or a messaging service (`MG…`). */
export const twilio: SmsGateway = {
  label: 'Twilio',

  async send(account, { to, text }) {
    const { sender, hookUrl } = account;
    const from = sender?.startsWith('MG') ? 'MessagingServiceSid' : 'From';
    const answer = await requestJson({
      method: 'POST',
      url: `${urlOf(account)}/Messages.json`,
      headers: headersOf(account),
      form: { To: to, [from]: sender ?? '', Body: text, StatusCallback: hookUrl },
      limitMs: SMS_CALL_MS,
    });
    if (answer.status === null) {
      const { error, mayHaveWorked } = answer;
      return mayHaveWorked ? { result: 'unknown', error } : { result: 'later', error, isDown: true };
    }
    return outcomeOf(answer.status, answer.answer ?? {});
  },

  readReport(account, { url, form, header }) {
    if (!isSigned(account, url, form, header('x-twilio-signature'))) return null;
    const gatewayId = textIn(form.get('MessageSid')) ?? '';
    const status = form.get('MessageStatus') ?? '';
    if (gatewayId === '' || !['delivered', 'undelivered', 'failed'].includes(status)) return [];
    const code = textIn(form.get('ErrorCode'));
    const isDelivered = status === 'delivered';
    return [{ gatewayId, isDelivered, error: isDelivered ? null : `${status}${inBrackets(code)}` }];
  },

  async check(account) {
    const answer = await requestJson({
      method: 'GET',
      url: `${urlOf(account)}.json`,
      headers: headersOf(account),
    });
    if (answer.status === null) return { isAccepted: false, answer: answer.error };
    return answer.status === 200
      ? {
          isAccepted: true,
          answer: `Twilio accepts the token of ${textIn(answer.answer?.friendly_name) ?? 'the account'}.`,
        }
      : {
          isAccepted: false,
          answer: `Twilio does not accept the account and its token (status ${answer.status}).`,
        };
  },
};

function urlOf({ credentials }: SmsAccount): string {
  const base = env.TWILIO_API_BASE ?? 'https://api.twilio.com';
  return `${base}/2010-04-01/Accounts/${encodeURIComponent(credentials.accountSid ?? '')}`;
}

function headersOf({ credentials: { accountSid, authToken } }: SmsAccount) {
  return { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` };
}

function outcomeOf(status: number, body: Record<string, unknown>): SmsOutcome {
  const gatewayId = textIn(body.sid);
  if ((status === 200 || status === 201) && gatewayId) return { result: 'accepted', gatewayId };
  const code = textIn(body.code);
  const error = `Twilio: ${textIn(body.message) ?? `status ${status}`}${inBrackets(code)}`;
  // Nothing was queued: the limit of the account, or credentials that staff replace. After a failure of Twilio it may have been.
  if (status === 429 || status === 401) return { result: 'later', error, isDown: true };
  return status >= 500 || status < 400 ? { result: 'unknown', error } : { result: 'refused', error };
}

function inBrackets(code: string | undefined): string {
  return code === undefined ? '' : ` (${code})`;
}

/** The signature covers the address and each parameter, sorted by name. */
function isSigned(
  { credentials }: SmsAccount,
  url: string,
  form: URLSearchParams,
  signature: string | undefined,
): boolean {
  // One pass: a look-up for each name of a long form takes seconds.
  const values = new Map<string, string>();
  for (const [name, value] of form) values.set(name, (values.get(name) ?? '') + value);
  const signed = [...values.keys()].sort().reduce((all, name) => `${all}${name}${values.get(name)}`, url);
  const expected = createHmac('sha1', credentials.authToken ?? '')
    .update(signed)
    .digest('base64');
  return isSameSecret(signature ?? '', expected);
}
