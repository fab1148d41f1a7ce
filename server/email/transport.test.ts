import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../../test/fakes/smtp.ts';
import { checkMailServer, connectionTo, openEmailTransport } from './transport.ts';

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

/** A server that is never silent and never completes a line. `connected` ends when its connection does. */
async function startTrickle(greeting: string) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(greeting);
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ended: () =>
      Promise.all(
        sockets.map((socket) => socket.destroyed || new Promise((done) => socket.on('close', done))),
      ),
    stop: () => server.close(),
  };
}

const email = {
  ...{ from: { name: 'ISP', address: 'a@example.com' }, to: 'b@example.com', replyTo: null },
  ...{ subject: 'Hello', html: 'Hello', text: 'Hello', messageId: '<1@example.com>', attachments: [] },
};

test.each([
  ['before its greeting', ''],
  ['behind its greeting', '220 here\r\n'],
])(
  'a mail server that sends a byte now and then %s ends an attempt, and its connection',
  async (_, greeting) => {
    const server = await startTrickle(greeting);
    const transport = openEmailTransport(server, 300);
    expect(await transport.send(email)).toEqual({
      ...{ sent: false, isFinal: false, isServerGone: true, error: 'The mail server took too long.' },
    });
    await expect(checkMailServer(server, 300)).rejects.toThrow();
    await server.ended();
    transport.close();
    server.stop();
  },
  20_000,
);
