import { expect, test } from 'vitest';
import { parseNetwork } from '../../networks.ts';
import { serverAddress } from './address.ts';

const loopback = [parseNetwork('127.0.0.0/8'), parseNetwork('fe80::/10')].filter((each) => each !== null);

test.each([
  [
    'unspecified',
    ['0.0.0.0', '0.1.2.3', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '::ffff:0:0', '64:ff9b::'],
  ],
  [
    'loopback',
    ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1'],
  ],
  ['link-local', ['169.254.1.1', 'fe80::1', 'FEBF::1', '::ffff:a9fe:101']],
  ['multicast', ['224.0.0.1', '239.255.255.250', 'ff02::1', '::ffff:e000:1']],
  ['broadcast', ['255.255.255.255', '::ffff:255.255.255.255']],
  [
    'IPv4-carrying',
    ['2002:7f00:1::', '2001:0:7f00:1::', '::ffff:0:7f00:1', '::ffff:0:127.0.0.1', '64:ff9b:1::7f00:1'],
  ],
  ['metadata', ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110']],
  ['obsolete IPv4-compatible', ['::7f00:1', '::127.0.0.1', '::5']],
  ['ambiguous', ['10.0.0.0/8', '0.0.0.0/0', '::/0', 'localhost', '127.1', '0x7f.1', '2130706433', '']],
])('a network server cannot have %s addresses', (_, addresses) => {
  for (const address of addresses) expect(serverAddress(address, []), address).toBeNull();
});

test('any other address is returned in canonical form', () => {
  expect(serverAddress('10.9.0.1', [])).toBe('10.9.0.1');
  expect(serverAddress('100.64.0.1', [])).toBe('100.64.0.1');
  expect(serverAddress('::ffff:192.0.2.7', [])).toBe('192.0.2.7');
  expect(serverAddress('::ffff:c000:207', [])).toBe('192.0.2.7');
  expect(serverAddress('2001:DB8:0:0::10', [])).toBe('2001:db8::10');
});

test('only addresses in the allowed networks are exceptions', () => {
  expect(serverAddress('127.0.0.3', loopback)).toBe('127.0.0.3');
  expect(serverAddress('::ffff:127.0.0.3', loopback)).toBe('127.0.0.3');
  expect(serverAddress('fe80::1', loopback)).toBe('fe80::1');
  expect(serverAddress('::1', loopback)).toBeNull();
  expect(serverAddress('0.0.0.0', loopback)).toBeNull();
});
