import { sql } from 'drizzle-orm';
import { SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { randomText } from '../../random-text.ts';
import type { Api, Outside } from './api.ts';
import { later, send } from './report.ts';

/** The time from an accepted SMS to its delivery report, in ms. Demarc stores the id of the message before. */
const DELIVERED_AFTER_MS = 2 * SECOND_MS;

/** The end of the numbers of phones that are switched off. */
const OFF = '13';

/** Africa's Talking: accepts every SMS and reports its delivery. SMS to numbers that end in 13 fail. */
export function smsApi(outside: Outside): Api {
  return ({ method, path, form }) => {
    if (path === '/version1/user') return { status: 200, body: { UserData: { balance: 'KES 1000.00' } } };
    if (path !== '/version1/messaging' || method !== 'POST') return null;
    const number = form.get('to') ?? '';
    const messageId = `ATXid_${randomText(24)}`;
    later(outside, DELIVERED_AFTER_MS, () => reportDelivery(outside, messageId, number));
    const recipient = { statusCode: 101, status: 'Success', number, messageId, cost: 'KES 0.8000' };
    return { status: 201, body: { SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } } };
  };
}

async function reportDelivery(outside: Outside, id: string, number: string): Promise<void> {
  const [account] = await db().execute<{ token: string }>(sql`
    select token from message_account where provider_id = ${outside.providerId} and gateway = 'africastalking'`);
  if (!account) return;
  const outcome: Record<string, string> = number.endsWith(OFF)
    ? { status: 'Failed', failureReason: 'AbsentSubscriber' }
    : { status: 'Success' };
  await send(outside, {
    path: `/hooks/sms/${account.token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id, phoneNumber: number, networkCode: '63902', ...outcome }).toString(),
  });
}
