import { randomFillSync } from 'node:crypto';
import { realNow } from '../clock.ts';
import { prefixes, type ResourceName } from '../contract/resource-names.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten bits as two characters. */
const PAIRS = Array.from({ length: 1_024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

/** Random bytes are drawn in bulk, because a call for four bytes costs many times more. */
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

/** Ordinals for each millisecond of real time. A larger burst uses those of the next milliseconds. */
const ORDINALS_PER_MS = 128;
/** The epoch of the ordinals: 41 bits of milliseconds last until 2093. */
const EPOCH_MS = Date.UTC(2024, 0, 1);

let ordinal = 0;

/**
 * 128 bits that sort by time, as 32 hex digits: 48 bits of the provider's milliseconds, 48 bits of an ordinal that increases
 * with real time, and 32 random bits. The ordinal keeps the order of rows of the same millisecond of a test clock, also
 * between processes.
 */
function timeOrdered(at: Date): string {
  ordinal = Math.max(ordinal + 1, (realNow().getTime() - EPOCH_MS) * ORDINALS_PER_MS);
  return hex(at.getTime(), 12) + hex(ordinal, 12) + hex(random32(), 8);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** 128 bits in hex as 26 characters: two for the first eight bits, then eight for each forty. */
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
 * A new id: the prefix of the resource and 26 characters of lower-case Crockford base32. Events have 32 hex digits instead.
 * @param at the provider's time; ids sort like `createdAt`
 */
export function newId(resource: ResourceName, at: Date): string {
  const bits = timeOrdered(at);
  return resource === 'event' ? `evt_${bits}` : `${prefixes[resource]}_${base32(bits)}`;
}
