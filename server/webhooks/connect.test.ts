import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { certificate } from '../../test/fixtures/certificate.ts';
import { guardedConnector } from './connect.ts';
import { createCostlyHandshakes } from './costly-handshakes.ts';

const own = certificate();
const opened: { server: Server; agent: Agent }[] = [];

afterEach(async () => {
  for (const { server, agent } of opened.splice(0)) {
    await agent.destroy();
    server.close();
  }
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A server with TLS that answers the body of each request. @returns how to send one, and the faults of its handshakes */
async function receiver(options: TlsOptions = {}) {
  const faults: (string | undefined)[] = [];
  let connections = 0;
  const server = createServer({ ...own, ...options }, (req, res) => req.pipe(res));
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => faults.push(error.code));
  server.on('secureConnection', () => connections++);
  await once(server.listen(0, 'localhost'), 'listening');
  const agent = new Agent({ connect: guardedConnector(false, 2_000, { ca: own.cert }) });
  opened.push({ server, agent });
  const url = `https://localhost:${portOf(server)}/`;
  const send = async (body: string) => {
    const response = await request(url, { method: 'POST', body, dispatcher: agent });
    return response.body.text();
  };
  return { url, send, faults, connections: () => connections };
}

test.each<[string, TlsOptions]>([
  ['TLS 1.2', { maxVersion: 'TLSv1.2' }],
  ['TLS 1.3', { minVersion: 'TLSv1.3' }],
  ['TLS 1.3 after a second hello', { minVersion: 'TLSv1.3', ecdhCurve: 'P-521' }],
])('requests share a connection with %s', async (_, options) => {
  const { send, connections } = await receiver(options);
  const long = 'a'.repeat(200_000);
  for (const body of ['one', long, 'two']) {
    expect(await send(body)).toBe(body);
    // undici takes its connection back in a later turn.
    await sleep(20);
  }
  expect(connections()).toBe(1);
});

test.each<[string, TlsOptions]>([
  ['DHE', { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' }],
  ['a finite field in TLS 1.3', { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe8192' }],
])('a server that exchanges keys by %s is refused', async (_, options) => {
  const { send, faults } = await receiver({ ...certificate({ isRsa: true }), ...options });
  await expect(send('one')).rejects.toThrow(/handshake failure/);
  expect(faults).toEqual([expect.stringMatching(/NO_SHARED_CIPHER|NO_SUITABLE_KEY_SHARE/)]);
});

test('a chain of certificates that is far too long is refused before it is verified', async () => {
  const { send } = await receiver({ cert: own.cert.repeat(60) });
  await expect(send('one')).rejects.toThrow('the TLS handshake is too long');
});

test('hosts with handshakes that take the thread long wait for their turn, and others do not', async () => {
  const handshakes = createCostlyHandshakes({ costlyMs: 0, share: 1e-9 });
  const { url } = await receiver();
  const { address } = await lookup('localhost');
  const connect = async () => {
    const agent = new Agent({ connect: guardedConnector(false, 300, { ca: own.cert, handshakes }) });
    const sent = request(url, { method: 'POST', body: 'one', dispatcher: agent });
    return sent
      .then(
        ({ body }) => body.text(),
        ({ code }) => code,
      )
      .finally(() => agent.destroy());
  };
  // The first one shows what it takes; the second one has its turn at once.
  expect([await connect(), await connect(), await connect()]).toEqual(['one', 'one', 'ETIMEDOUT']);
  // Names are free: the address waits.
  expect(await handshakes.turnOf(address, 0)).toBe(false);
  expect(await handshakes.turnOf('192.0.2.1', 0)).toBe(true);
  handshakes.took(address, 0);
  expect(await connect()).toBe('one');
});

test('a server that does not begin the handshake ends an attempt', async () => {
  const server = createTcpServer((socket) => socket.on('error', () => {}));
  await once(server.listen(0, 'localhost'), 'listening');
  const agent = new Agent({ connect: guardedConnector(false, 300) });
  opened.push({ server, agent });
  const sent = request(`https://localhost:${portOf(server)}/`, { dispatcher: agent });
  await expect(sent).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
});

test('a port where nothing listens refuses the connection', async () => {
  const server = createTcpServer();
  await once(server.listen(0, 'localhost'), 'listening');
  const url = `https://localhost:${portOf(server)}/`;
  server.close();
  await once(server, 'close');
  const agent = new Agent({ connect: guardedConnector(false, 2_000) });
  opened.push({ server, agent });
  await expect(request(url, { dispatcher: agent })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
