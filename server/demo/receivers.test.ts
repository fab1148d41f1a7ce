import { expect, test } from 'vitest';
import { isDelivered, type Sender } from '../webhooks/send.ts';
import { receiverUrls, withDemoReceivers } from './receivers.ts';

const sent: string[] = [];
const sender: Sender = {
  async send({ url }) {
    sent.push(url);
    return { responseStatus: 204, latencyMs: 1, responseExcerpt: '', error: null };
  },
  close: async () => {},
};
const through = withDemoReceivers(sender);

/** Whether an attempt of an event is delivered. Event ids end in hexadecimal digits. */
async function attempt(url: string, eventId: string, number: number, livemode = false): Promise<boolean> {
  const headers = ['X-Service-Event-Id', eventId, 'X-Service-Delivery-Attempt', String(number)];
  return isDelivered(await through.send({ url, headers, body: '{}', livemode }));
}

test('a receiver of the demo refuses some first attempts and recovers, another refuses all; nothing is sent', async () => {
  expect(await attempt(receiverUrls.crm, 'evt_000006', 1)).toBe(false);
  expect(await attempt(receiverUrls.crm, 'evt_000006', 2)).toBe(true);
  expect(await attempt(receiverUrls.crm, 'evt_000007', 1)).toBe(true);
  expect(await attempt(receiverUrls.fieldService, 'evt_000007', 8)).toBe(false);
  expect(sent).toEqual([]);
});

test('deliveries to other addresses and all of live partners are sent', async () => {
  expect(await attempt('https://hooks.example.com/', 'evt_000006', 1)).toBe(true);
  expect(await attempt(receiverUrls.crm, 'evt_000006', 1, true)).toBe(true);
  expect(sent).toEqual(['https://hooks.example.com/', receiverUrls.crm]);
});
