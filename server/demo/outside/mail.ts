import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Outside } from './api.ts';

const greeting = '220 mail.demo-isp.example';
const END = '\r\n.\r\n';

/** The answers of a mail server that takes every email. Emails of the demo end here. */
const answers: Record<string, string> = {
  EHLO: '250-mail.demo-isp.example\r\n250 AUTH PLAIN',
  AUTH: '235 accepted',
  MAIL: '250 ok',
  RCPT: '250 ok',
  RSET: '250 ok',
  NOOP: '250 ok',
  DATA: '354 end with a dot',
  QUIT: '221 bye',
};

/** Serves SMTP on a port of this machine, and keeps nothing of what it gets. */
export async function serveMail(log: Outside['log']) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', (err) => log.warn({ err }, 'the mail server of the demo failed'));
    converse(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function converse(socket: Socket): void {
  let [text, inEmail] = ['', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  say(greeting);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(inEmail ? END : '\r\n');
      if (end < 0) {
        // What comes before the end of an email is not needed.
        if (inEmail) text = text.slice(1 - END.length);
        return;
      }
      const verb = text.slice(0, 4).toUpperCase();
      text = text.slice(end + (inEmail ? END.length : 2));
      if (inEmail) say('250 accepted');
      else say(answers[verb] ?? '502 unknown');
      if (verb === 'QUIT' && !inEmail) socket.end();
      inEmail = !inEmail && verb === 'DATA';
    }
  });
}
