import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addressAttribute,
  decodeResponse,
  encodeRequest,
  numberAttribute,
  packetCodes,
  textAttribute,
} from './packet.ts';

const SECRET = 's3cret';
const request = encodeRequest(packetCodes.disconnectRequest, 7, [textAttribute(1, 'line-1')], SECRET);

test('a request has code, identifier, length, both signatures and the attributes', () => {
  expect([...request.subarray(0, 4)]).toEqual([40, 7, 0, 20 + 18 + 8]);
  expect([...request.subarray(20, 22)]).toEqual([80, 18]);
  expect(request.subarray(38).toString('latin1')).toBe('\x01\x08line-1');
  const blank = Buffer.from(request).fill(0, 4, 20);
  const expected = createHash('md5').update(blank).update(SECRET).digest('hex');
  expect(request.subarray(4, 20).toString('hex')).toBe(expected);
});

test('numbers, addresses and vendor-specific attributes are encoded', () => {
  const attributes = [addressAttribute(8, '10.1.2.3'), numberAttribute(7, 2_500_000, 14_122)];
  const body = encodeRequest(packetCodes.coaRequest, 0, attributes, SECRET).subarray(38);
  expect(body.toString('hex')).toBe('08060a0102031a0c0000372a0706002625a0');
  expect(() => addressAttribute(8, '10.1.2')).toThrow('no IPv4 address');
  expect(() => numberAttribute(7, 2 ** 32)).toThrow(RangeError);
  expect(textAttribute(44, 'x'.repeat(253)).value).toHaveLength(253);
  expect(() => textAttribute(44, 'x'.repeat(254))).toThrow('too long');
  expect(() => textAttribute(8, 'x'.repeat(248), 14_988)).toThrow('too long');
});

/** A signed answer of a NAS. */
function answer(code: number, attributes: number[] = [], secret = SECRET, identifier = 7): Buffer {
  const length = 20 + attributes.length;
  const packet = Buffer.concat([
    Buffer.from([code, identifier, length >> 8, length & 255]),
    request.subarray(4, 20),
    Buffer.from(attributes),
  ]);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

test('an answer signed with the secret is decoded, also with padding', () => {
  expect(decodeResponse(answer(41), request, SECRET)).toEqual({ isAck: true, errorCause: null });
  const refused = answer(42, [101, 6, 0, 0, 1, 247]);
  expect(decodeResponse(refused, request, SECRET)).toEqual({ isAck: false, errorCause: 503 });
  expect(decodeResponse(Buffer.concat([refused, Buffer.alloc(3)]), request, SECRET)?.isAck).toBe(false);
});

test('a Message-Authenticator over the answer with that of the request is accepted, and of several the first counts', () => {
  const signed = answer(41, [80, 18, ...Array(16).fill(0)]);
  const base = Buffer.from(signed);
  request.copy(base, 4, 4, 20);
  const signature = createHmac('md5', SECRET).update(base).digest();
  expect(decodeResponse(answer(41, [80, 18, ...signature]), request, SECRET)?.isAck).toBe(true);
  const twice = answer(42, [101, 6, 0, 0, 1, 247, 101, 6, 0, 0, 1, 246]);
  expect(decodeResponse(twice, request, SECRET)?.errorCause).toBe(503);
});

test.each([
  ['an answer signed with another secret', answer(41, [], 'another')],
  ['a signed answer with another identifier', answer(41, [], SECRET, 8)],
  ['an answer with a flipped bit', Buffer.from(answer(41)).fill(42, 0, 1)],
  ['a stated length beyond the datagram', Buffer.from(answer(41)).fill(255, 3, 4)],
  ['an attribute beyond the packet', answer(42, [101, 9, 0])],
  ['a wrong Message-Authenticator', answer(41, [80, 18, ...Array(16).fill(1)])],
  ['a Message-Authenticator that is too short', answer(41, [80, 6, 1, 2, 3, 4])],
  ['an attribute that is shorter than its head', answer(42, [101, 1])],
  ['a stated length that is shorter than a head', Buffer.from(answer(41)).fill(19, 3, 4)],
  [
    'an answer of more than 4,096 bytes',
    answer(
      41,
      Array(20)
        .fill([1, 205, ...Array(203).fill(65)])
        .flat(),
    ),
  ],
  ['an empty datagram', Buffer.alloc(0)],
  ['a signed answer of another code', answer(99)],
  ['a signed answer to the other kind of request', answer(packetCodes.coaAck)],
])('decodeResponse returns null for %s', (_, datagram) => {
  expect(decodeResponse(datagram, request, SECRET)).toBeNull();
});
