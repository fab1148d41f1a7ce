// Receivers of deliveries, each on a port of its own: they accept everything, but for one path, where they never answer.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './answer.ts';

async function open(): Promise<string> {
  const server = createServer((req, res) => {
    req.resume();
    if (req.url === '/never') return;
    req.on('end', () => res.writeHead(200, { 'content-length': 2 }).end('ok'));
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answer(({ count }: { count: number }) => Promise.all(Array.from({ length: count }, open)));
