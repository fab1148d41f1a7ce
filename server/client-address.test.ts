import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { addressOf, clientAddress } from './client-address.ts';
import { readEnv } from './env.ts';

const proxies = '10.0.0.0/8, 192.0.2.1, 2001:db8:1::/48';

function addressFrom(remoteAddress: string | undefined, forwarded?: string, trusted = proxies) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { TRUSTED_PROXIES } = readEnv({ TRUSTED_PROXIES: trusted });
  return addressOf({ headers, socket: { remoteAddress } }, TRUSTED_PROXIES);
}

test('without trusted proxies X-Forwarded-For is ignored', () => {
  expect(addressFrom('10.0.0.1', '203.0.113.7', '')).toBe('10.0.0.1');
  expect(addressFrom('127.0.0.1', '203.0.113.7', '')).toBe('127.0.0.1');
});

test('X-Forwarded-For of an untrusted peer is ignored', () => {
  expect(addressFrom('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(addressFrom('192.0.2.2', '198.51.100.1')).toBe('192.0.2.2');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['1.1.1.1,203.0.113.7 , 10.9.9.9,192.0.2.1', '203.0.113.7'],
  ['10.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:DB8::0007]:4711', '2001:db8::7'],
  ['2001:db8::7, 2001:db8:1::5', '2001:db8::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('behind a trusted proxy, X-Forwarded-For %j gives %s', (forwarded, expected) => {
  expect(addressFrom('10.0.0.1', forwarded)).toBe(expected);
  expect(addressFrom('::ffff:10.0.0.1', forwarded)).toBe(expected);
  expect(addressFrom('2001:db8:1::1', forwarded)).toBe(expected);
});

test('an invalid entry of X-Forwarded-For ends the search', () => {
  expect(addressFrom('10.0.0.1', '203.0.113.7, unknown')).toBe('10.0.0.1');
  expect(addressFrom('10.0.0.1', '203.0.113.7, unknown, 10.0.0.2')).toBe('10.0.0.2');
  expect(addressFrom('10.0.0.1', '203.0.113.7, 010.0.0.1')).toBe('10.0.0.1');
  expect(addressFrom('10.0.0.1', '')).toBe('10.0.0.1');
});

test('if all entries are trusted proxies, the first one is the client', () => {
  expect(addressFrom('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
});

test('a request on a closed socket has an empty address', () => {
  expect(addressFrom(undefined, '203.0.113.7')).toBe('');
});

test.each(['10.0.0.0/33', '172.16.0', 'proxy.example', '10.0.0.1/', '::1/129', '10.0.0.1/8/8', '0x7f.0.0.1'])(
  'TRUSTED_PROXIES=%s is refused with a clear message, and the value is not repeated',
  (bad) => {
    const read = () => readEnv({ TRUSTED_PROXIES: `10.0.0.0/8,${bad}` });
    expect(read).toThrow(/TRUSTED_PROXIES must be a comma list of addresses and networks/);
    expect(read).not.toThrow(bad);
  },
);

test('a request keeps its address once its connection has ended', () => {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value: '203.0.113.7', configurable: true });
  expect(clientAddress(request)).toBe('203.0.113.7');
  Object.defineProperty(request.socket, 'remoteAddress', { value: undefined });
  expect(clientAddress(request)).toBe('203.0.113.7');
});
