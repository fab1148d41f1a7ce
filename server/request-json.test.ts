import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { requestJson } from './request-json.ts';

test('a call does not depend on a connection that the gateway closes after an answer', async () => {
  const used = new WeakSet<object>();
  const server = createServer((req, res) => {
    if (used.has(req.socket)) return void req.socket.destroy();
    used.add(req.socket);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (let n = 0; n < 3; n++)
    expect(await requestJson({ method: 'POST', url, headers: {}, body: {} })).toEqual({
      status: 200,
      answer: {},
    });
  server.close();
});
