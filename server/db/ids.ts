import { randomBytes } from 'node:crypto';
import { prefixes, type ResourceName } from '../contract/primitives.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

let counter = 0;

/**
 * 128 bits that sort by time: 48 bits of milliseconds, 32 bits that count up within this process (so that things
 * made in the same millisecond keep their order), 48 random bits.
 */
function timeOrdered(at: Date): bigint {
  counter = (counter + 1) >>> 0;
  const random = randomBytes(6).readUIntBE(0, 6);
  return (BigInt(at.getTime()) << 80n) | (BigInt(counter) << 48n) | BigInt(random);
}

/**
 * A new id: the resource's prefix and 26 characters of lower-case Crockford base32; events alone have 32 hex digits.
 * @param at the provider's time, so that ids sort as `createdAt` does
 */
export function newId(resource: ResourceName, at: Date): string {
  let value = timeOrdered(at);
  if (resource === 'event') return `evt_${value.toString(16).padStart(32, '0')}`;
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${prefixes[resource]}_${text}`;
}
