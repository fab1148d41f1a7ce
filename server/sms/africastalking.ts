import { env } from '../env.ts';
import { objectOf, textIn } from '../json-values.ts';
import { requestJson } from '../request-json.ts';
import { standInOf } from '../stand-ins.ts';
import { SMS_CALL_MS, type SmsAccount, type SmsGateway, type SmsOutcome } from './gateway.ts';

/** Africa's Talking. Its user `sandbox` reaches the simulator only, at an address of its own. */
export const africastalking: SmsGateway = {
  label: 'Africa’s Talking',

  async send(account, { to, text }) {
    const { credentials, sender } = account;
    const answer = await requestJson({
      method: 'POST',
      url: `${baseOf(account)}/version1/messaging`,
      headers: { apiKey: credentials.apiKey ?? '' },
      form: { username: credentials.user ?? '', to, message: text, ...(sender && { from: sender }) },
      limitMs: SMS_CALL_MS,
    });
    if (answer.status === null) {
      const { error, mayHaveWorked } = answer;
      return mayHaveWorked ? { result: 'unknown', error } : { result: 'later', error, isDown: true };
    }
    const { status } = answer;
    // Staff replace the key, or the limit of the account passes.
    if (status === 401 || status === 429) {
      const error = status === 401 ? 'does not accept the API key' : 'takes no more at the moment';
      return { result: 'later', error: `Africa’s Talking ${error}.`, isDown: true };
    }
    const data = objectOf(answer.answer?.SMSMessageData);
    const [first] = Array.isArray(data.Recipients) ? data.Recipients : [];
    if (first) return outcomeOf(objectOf(first));
    const said = textIn(data.Message) ?? `status ${status}`;
    if (status >= 500) return { result: 'unknown', error: `Africa’s Talking: ${said}` };
    return { result: 'refused', error: `Africa’s Talking: ${said}` };
  },

  readReport(_account, { form }) {
    const gatewayId = textIn(form.get('id')) ?? '';
    const status = form.get('status') ?? '';
    if (gatewayId === '' || !isFinal(status)) return [];
    const isDelivered = status === 'Success';
    return [
      { gatewayId, isDelivered, error: isDelivered ? null : (textIn(form.get('failureReason')) ?? status) },
    ];
  },

  async check(account) {
    const answer = await requestJson({
      method: 'GET',
      url: `${baseOf(account)}/version1/user?${new URLSearchParams({ username: account.credentials.user ?? '' })}`,
      headers: { apiKey: account.credentials.apiKey ?? '' },
    });
    if (answer.status === null) return { isAccepted: false, answer: answer.error };
    const balance = textIn(objectOf(answer.answer?.UserData).balance);
    return answer.status === 200
      ? {
          isAccepted: true,
          answer: `Africa’s Talking accepts the API key. Balance: ${balance ?? 'unknown'}.`,
        }
      : {
          isAccepted: false,
          answer: `Africa’s Talking does not accept the API key (status ${answer.status}).`,
        };
  },
};

function baseOf({ credentials }: SmsAccount): string {
  const host = credentials.user === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com';
  return standInOf(credentials.apiKey) ?? env.AFRICASTALKING_API_BASE ?? `https://${host}`;
}

/** Processed, sent, queued. */
const ACCEPTED = [100, 101, 102];

/** The account has no money, or the gateway is at fault: a later attempt can succeed. Others are about the recipient or the sender. */
const LATER: Record<number, { isDown: boolean }> = {
  405: { isDown: true },
  500: { isDown: true },
  501: { isDown: false },
};

function outcomeOf({ statusCode, status, messageId }: Record<string, unknown>): SmsOutcome {
  const code = Number(statusCode);
  const gatewayId = textIn(messageId);
  if (ACCEPTED.includes(code) && gatewayId && gatewayId !== 'None') return { result: 'accepted', gatewayId };
  const error = `Africa’s Talking: ${textIn(status) ?? 'refused'} (${code})`;
  const later = LATER[code];
  return later ? { result: 'later', error, ...later } : { result: 'refused', error };
}

/** Other statuses are on the way. */
function isFinal(status: string): boolean {
  return ['Success', 'Failed', 'Rejected', 'AbsentSubscriber', 'Expired'].includes(status);
}
