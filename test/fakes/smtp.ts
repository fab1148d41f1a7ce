import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

type ReceivedEmail = {
  from: string;
  to: string[];
  headers: Map<string, string>;
  /** Headers and body as they came. */
  raw: string;
};

/** How the server answers to a recipient and to a complete message. */
type Behaviour = {
  /** The answer to `RCPT TO`; accepted when null. */
  recipient?: (address: string) => string | null;
  /** What happens to a complete message. The server awaits it before it answers. */
  message?: (email: ReceivedEmail) => Promise<'accept' | 'hang up'> | 'accept' | 'hang up';
  /** Every connection is refused. */
  isDown?: boolean;
};

/** A mail server with the SMTP commands that the sender uses. It keeps received emails and fails as a test configures it. */
export async function startSmtp() {
  const received: ReceivedEmail[] = [];
  const behaviour: Behaviour = {};
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (behaviour.isDown) socket.end('421 not now\r\n');
    else converse(socket);
  });

  function converse(socket: Socket): void {
    let buffer = '';
    let inData = false;
    let from = '';
    let to: string[] = [];
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply('220 fake ESMTP');
    socket.setEncoding('utf8');
    socket.on('data', async (chunk) => {
      buffer += chunk;
      for (;;) {
        const end = inData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          const email = { from, to, headers: headersOf(text), raw: text.replaceAll('\r\n..', '\r\n.') };
          received.push(email);
          to = [];
          if ((await behaviour.message?.(email)) === 'hang up') socket.destroy();
          else reply('250 accepted');
          continue;
        }
        const verb = text.slice(0, 4).toUpperCase();
        const address = /<([^>]*)>/.exec(text)?.[1] ?? '';
        if (verb === 'EHLO') reply('250 fake');
        else if (verb === 'MAIL') {
          from = address;
          reply('250 ok');
        } else if (verb === 'RCPT') {
          const refusal = behaviour.recipient?.(address) ?? null;
          if (!refusal) to.push(address);
          reply(refusal ?? '250 ok');
        } else if (verb === 'DATA') {
          inData = true;
          reply('354 go on');
        } else if (verb === 'RSET' || verb === 'NOOP') reply('250 ok');
        else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else reply('502 unknown');
      }
    });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behaviour,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function headersOf(raw: string): Map<string, string> {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
