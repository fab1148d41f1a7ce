import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { useStandIns } from '../stand-ins.ts';
import { GatewayError } from './rail.ts';
import { requestStripe } from './stripe-client.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('a call ends by its limit although a part of the answer comes all the time', async () => {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => res.write(' '), 20);
    res.on('close', () => clearInterval(drip));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ends.push(useStandIns('prov_drip', new Map([['sk_test_drip', address]])), () => {
    server.closeAllConnections();
    server.close();
  });
  const account = {
    ...{ id: null, providerId: 'prov_drip', livemode: false, hookUrl: '' },
    credentials: { secretKey: 'sk_test_drip' },
  };
  const limits = { timeout: 300, maxNetworkRetries: 0 };
  await expect(requestStripe(account, (stripe) => stripe.balance.retrieve({}, limits))).rejects.toThrow(
    GatewayError,
  );
});
