import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../../test/fakes/smtp.ts';
import { connectionTo } from './transport.ts';

let fake: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  fake = await startSmtp();
});
afterAll(() => fake.stop());

/** Sends an email with the settings of `server` to the fake, which has no STARTTLS. */
function sendAsTo(server: string) {
  const { port } = new URL(fake.url);
  const { url, ...connection } = connectionTo(server);
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  const transport = nodemailer.createTransport({ url: address.href, ...connection });
  return transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hello' });
}

test.each([
  'smtp://mail.example:587',
  'smtp://mail.example:587?ignoreTLS=true',
  'smtp://mail.example:587?requireTLS=false&opportunisticTLS=true',
  'smtp://127.0.0.1.example:25',
  'smtp://10.0.0.7:25',
])('%s sends nothing without TLS', async (server) => {
  await expect(sendAsTo(server)).rejects.toThrow(/STARTTLS|TLS/);
  expect(fake.received).toEqual([]);
});

test.each(['smtp://localhost:25', 'smtp://127.0.0.1:25', 'smtp://127.8.9.1:25', 'smtp://[::1]:25'])(
  '%s sends without TLS',
  async (server) => {
    await sendAsTo(server);
    expect(fake.received.splice(0)).toHaveLength(1);
  },
);
