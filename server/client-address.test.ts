import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';
import { readEnv } from './env.ts';

const proxies = '10.0.0.0/8, 192.0.2.1, 2001:db8:1::/48';

function addressOf(remoteAddress: string | undefined, forwarded?: string, trusted = proxies) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { TRUSTED_PROXIES } = readEnv({ TRUSTED_PROXIES: trusted });
  return clientAddress({ headers, socket: { remoteAddress } }, TRUSTED_PROXIES);
}

test('without trusted proxies the header is never believed', () => {
  expect(addressOf('10.0.0.1', '203.0.113.7', '')).toBe('10.0.0.1');
  expect(addressOf('127.0.0.1', '203.0.113.7', '')).toBe('127.0.0.1');
});

test('a peer that is no trusted proxy speaks for itself alone', () => {
  expect(addressOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(addressOf('192.0.2.2', '198.51.100.1')).toBe('192.0.2.2');
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
])('behind a trusted proxy, %j is %s', (forwarded, expected) => {
  expect(addressOf('10.0.0.1', forwarded)).toBe(expected);
  expect(addressOf('::ffff:10.0.0.1', forwarded)).toBe(expected);
  expect(addressOf('2001:db8:1::1', forwarded)).toBe(expected);
});

test('an entry that is no address hides what stands before it', () => {
  expect(addressOf('10.0.0.1', '203.0.113.7, unknown')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, unknown, 10.0.0.2')).toBe('10.0.0.2');
  expect(addressOf('10.0.0.1', '203.0.113.7, 010.0.0.1')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '')).toBe('10.0.0.1');
});

test('where all are trusted proxies, the first sent the request', () => {
  expect(addressOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
});

test('a closed socket has no address', () => {
  expect(addressOf(undefined, '203.0.113.7')).toBe('');
});

test.each(['10.0.0.0/33', '172.16.0', 'proxy.example', '10.0.0.1/', '::1/129', '10.0.0.1/8/8', '0x7f.0.0.1'])(
  'TRUSTED_PROXIES=%s is refused with a clear message, and the value is not repeated',
  (bad) => {
    const read = () => readEnv({ TRUSTED_PROXIES: `10.0.0.0/8,${bad}` });
    expect(read).toThrow(/TRUSTED_PROXIES must be a comma list of addresses and networks/);
    expect(read).not.toThrow(bad);
  },
);
