import { randomFillSync } from 'node:crypto';
import { realNow } from '../clock.ts';
import { prefixes, type ResourceName } from '../contract/resource-names.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten bits as two letters. */
const PAIRS = Array.from({ length: 1_024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

/** Random bytes are drawn in bulk: a call for four costs many times what they do. */
const pool = Buffer.alloc(4 * 1_024);
let drawn = pool.length;

function random32(): number {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += 4;
  return pool.readUInt32BE(drawn - 4);
}

/** Places in the order of creation for each millisecond of real time; a burst of more borrows from the next. */
const PLACES_PER_MS = 128;
/** From when on real time is counted: 41 bits of milliseconds last until 2093. */
const EPOCH_MS = Date.UTC(2024, 0, 1);

let place = 0;

/**
 * 128 bits that sort by time, as 32 hex digits: 48 bits of the provider's milliseconds, 48 bits that only go up with
 * real time (so that things made in the same millisecond of a test clock keep their order, whichever processes made
 * them), 32 random bits.
 */
function timeOrdered(at: Date): string {
  place = Math.max(place + 1, (realNow().getTime() - EPOCH_MS) * PLACES_PER_MS);
  return hex(at.getTime(), 12) + hex(place, 12) + hex(random32(), 8);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** 128 bits in hex as 26 letters: eight bits make the first two, and each forty after them eight. */
function base32(bits: string): string {
  let text = PAIRS[Number.parseInt(bits.slice(0, 2), 16)] as string;
  for (let i = 2; i < 32; i += 10) {
    const block = Number.parseInt(bits.slice(i, i + 10), 16);
    const high = Math.floor(block / 2 ** 20);
    const low = block % 2 ** 20;
    text += `${PAIRS[high >> 10]}${PAIRS[high & 1_023]}${PAIRS[low >> 10]}${PAIRS[low & 1_023]}`;
  }
  return text;
}

/**
 * A new id: the resource's prefix and 26 characters of lower-case Crockford base32; events alone have 32 hex digits.
 * @param at the provider's time, so that ids sort as `createdAt` does
 */
export function newId(resource: ResourceName, at: Date): string {
  const bits = timeOrdered(at);
  return resource === 'event' ? `evt_${bits}` : `${prefixes[resource]}_${base32(bits)}`;
}
