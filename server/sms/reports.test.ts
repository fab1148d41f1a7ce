import { expect, test } from 'vitest';
import { twilioSignature } from '../../test/fakes/sms.ts';
import { africastalking } from './africastalking.ts';
import { twilio } from './twilio.ts';

const url = 'https://isp.example/hooks/sms/x';
const account = { credentials: { authToken: 'token' }, sender: null, hookUrl: url };

/** What a report means: delivered, failed, or nothing yet. */
const isDeliveredBy = (reports: { isDelivered: boolean }[] | null) =>
  reports?.map((each) => each.isDelivered);

test.each([
  ['delivered', [true]],
  ['undelivered', [false]],
  ['failed', [false]],
  ['queued', []],
  ['sent', []],
])('Twilio reports %s', (status, expected) => {
  const sent = { MessageSid: 'SM1', MessageStatus: status };
  const header = () => twilioSignature(url, sent, 'token');
  const reports = twilio.readReport(account, { url, form: new URLSearchParams(sent), header });
  expect(isDeliveredBy(reports)).toEqual(expected);
});

test.each([
  ['Success', [true]],
  ['Failed', [false]],
  ['Rejected', [false]],
  ['AbsentSubscriber', [false]],
  ['Expired', [false]],
  ['Sent', []],
  ['Submitted', []],
  ['Buffered', []],
])('Africa’s Talking reports %s', (status, expected) => {
  const form = new URLSearchParams({ id: 'ATXid_1', status });
  const reports = africastalking.readReport(account, { url, form, header: () => undefined });
  expect(isDeliveredBy(reports)).toEqual(expected);
});
