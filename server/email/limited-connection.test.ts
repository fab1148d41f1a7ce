import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import nodemailer from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { certificate as selfSigned } from '../../test/fixtures/certificate.ts';
import { openLimitedConnection } from './limited-connection.ts';
import { checkMailServer, openEmailTransport } from './transport.ts';

const certificate = selfSigned();
const opened: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  }
});

/** What a mail server does instead of its answer: `null` to answer as usual. */
type Lies = (command: string, socket: Socket) => boolean | null;

/** A mail server with STARTTLS, or with TLS from the first byte. @returns its port, and the emails that it took */
async function mailServer({ isImplicitTls = false, lies = (() => null) as Lies } = {}) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((plain) => {
    sockets.add(plain);
    plain.on('error', () => {});
    if (isImplicitTls) converse(secured(plain));
    else converse(plain);
  });
  const secured = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...certificate });

  function converse(socket: Socket, isGreeted = false): void {
    socket.on('error', () => {});
    if (!isGreeted && lies('GREETING', socket) === null) socket.write('220 fake\r\n');
    let buffer = '';
    socket.on('data', function read(chunk: Buffer) {
      buffer += chunk;
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        const command = line.slice(0, 4).toUpperCase();
        if (lies(command, socket) !== null) return;
        if (command === 'STAR') {
          socket.write('220 go on\r\n');
          socket.off('data', read);
          return converse(secured(socket), true);
        }
        if (command === 'DATA') socket.write('354 go on\r\n');
        else if (line === '.') received.push('an email');
        if (command === 'EHLO') socket.write('250-fake\r\n250 STARTTLS\r\n');
        else if (['MAIL', 'RCPT', 'QUIT'].includes(command) || line === '.') socket.write('250 ok\r\n');
      }
    });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push({ server, sockets });
  return { port: (server.address() as AddressInfo).port, received };
}

/** Sends a text again and again: several times what a connection takes. */
function flood(socket: Socket, text: string): true {
  socket.write(text.repeat(Math.ceil(300_000 / text.length)));
  return true;
}

const email = {
  ...{ from: { name: 'A', address: 'a@example.com' }, to: 'b@example.com', replyTo: null },
  ...{ subject: 'Hello', html: 'Hello', text: 'Hello', messageId: '<a@example.com>', attachments: [] },
};

const floods: [string, string, string][] = [
  ['blank lines in place of a greeting', 'GREETING', '\r\n'],
  ['blank lines after EHLO', 'EHLO', '\r\n'],
  ['blanks in lines after EHLO', 'EHLO', ' \r\n'],
  ['an answer without end after RCPT', 'RCPT', '250-ok\r\n'],
  ['blank lines after DATA', 'DATA', '\r\n'],
];

test.each(floods)('a mail server that sends %s is left', async (_, at, text) => {
  const { port, received } = await mailServer({
    lies: (command, socket) => (command === at ? flood(socket, text) : null),
  });
  const transport = openEmailTransport({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true` });
  const outcome = await transport.send(email);
  transport.close();
  expect(outcome).toMatchObject({ sent: false, error: 'The mail server sent too much.', isServerGone: true });
  expect(received).toEqual([]);
});

test('so is one that is tested', async () => {
  const { port } = await mailServer({
    lies: (command, socket) => (command === 'EHLO' ? flood(socket, '\r\n') : null),
  });
  await expect(checkMailServer({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true` })).rejects.toThrow(
    'too much',
  );
});

const ways = [
  ['STARTTLS', false],
  ['TLS from the first byte', true],
] as const;

function sendWithTls(port: number, isImplicitTls: boolean) {
  const transport = nodemailer.createTransport({
    ...{ host: '127.0.0.1', port, secure: isImplicitTls, requireTLS: true, getSocket: openLimitedConnection },
    tls: { ca: certificate.cert, servername: 'localhost' },
  });
  return transport.sendMail({ ...email, replyTo: undefined }).finally(() => transport.close());
}

test.each(ways)('with %s emails are sent', async (_, isImplicitTls) => {
  const { port, received } = await mailServer({ isImplicitTls });
  await sendWithTls(port, isImplicitTls);
  expect(received).toHaveLength(1);
});

test.each(ways)('with %s the limit counts too', async (_, isImplicitTls) => {
  const { port } = await mailServer({
    isImplicitTls,
    lies: (command, socket) => (command === 'MAIL' ? flood(socket, '\r\n') : null),
  });
  await expect(sendWithTls(port, isImplicitTls)).rejects.toThrow('too much');
});

/** Signs in to a server that offers CRAM-MD5 alone. */
async function signIn(challenge: string, isAccepted: (answer: string) => boolean) {
  const { port } = await mailServer({
    lies(command, socket) {
      if (command === 'EHLO') return socket.write('250-fake\r\n250 AUTH CRAM-MD5\r\n');
      if (command !== 'AUTH') return null;
      socket.once('data', (answer) =>
        socket.write(isAccepted(String(answer)) ? '235 ok\r\n' : '535 wrong\r\n'),
      );
      return socket.write(`334 ${challenge}\r\n`);
    },
  });
  return checkMailServer({ url: `smtp://tim:tanstaaftanstaaf@127.0.0.1:${port}?ignoreTLS=true` });
}

test('a server that offers CRAM-MD5 alone accepts the password', async () => {
  const challenge = Buffer.from('<1896.697170952@postoffice.reston.mci.net>').toString('base64');
  const answer = Buffer.from('tim b913a602c7eda7a495b4e6e7334d3890').toString('base64');
  await expect(signIn(challenge, (given) => given === `${answer}\r\n`)).resolves.toContain('accepts');
});

test('a challenge with thousands of blanks is answered at once', async () => {
  await expect(signIn(`${' '.repeat(15_000)}a\ra`, () => false)).rejects.toThrow('535 wrong');
});

test('more emails than one connection takes are sent over several', async () => {
  const { port, received } = await mailServer();
  const transport = openEmailTransport({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true` });
  const outcomes = await Promise.all(Array.from({ length: 110 }, () => transport.send(email)));
  transport.close();
  expect(outcomes.filter(({ sent }) => sent)).toHaveLength(110);
  expect(received).toHaveLength(110);
});
