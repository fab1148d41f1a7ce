import { randomFillSync } from 'node:crypto';
import { HOUR_MS, realNow } from '../clock.ts';
import { prefixes, type ResourceName } from '../contract/resource-names.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten bits as two characters. */
const PAIRS = Array.from({ length: 1_024 }, (_, i) => `${ALPHABET[i >> 5]}${ALPHABET[i & 31]}`);

/** Eight bits as two hex digits. */
const BYTES = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

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
/** No id is older. */
const FIRST_MS = Date.UTC(2025, 0, 1);

let ordinal = 0;

/**
 * The next ordinal. The time-ordered part of an id is 48 bits of the provider's milliseconds, then 48 bits of an ordinal that
 * increases with real time, and 32 random bits. The ordinal keeps the order of rows of the same millisecond of a test clock,
 * also between processes.
 * @param seenMs an instant of real time that a process has seen
 */
function nextOrdinal(seenMs: number): number {
  const now = realNow().getTime();
  // The clock of that process is ahead. What follows its rows has greater ids.
  const ms = seenMs > now ? seenMs + 1 : now;
  ordinal = Math.max(ordinal + 1, (ms - EPOCH_MS) * ORDINALS_PER_MS);
  return ordinal;
}

/** 24 bits as six hex digits. */
function sixDigits(bits: number): string {
  return `${BYTES[bits >> 16]}${BYTES[(bits >> 8) & 255]}${BYTES[bits & 255]}`;
}

/** 48 bits as twelve hex digits. */
function twelveDigits(bits: number): string {
  return sixDigits(Math.floor(bits / 2 ** 24)) + sixDigits(bits % 2 ** 24);
}

/** Forty bits as eight characters. */
function eight(bits: number): string {
  const high = Math.floor(bits / 2 ** 20);
  const low = bits % 2 ** 20;
  return `${PAIRS[high >> 10]}${PAIRS[high & 1_023]}${PAIRS[low >> 10]}${PAIRS[low & 1_023]}`;
}

/**
 * A new id: the prefix of the resource and 128 bits as 26 characters of lower-case Crockford base32. Events have 32 hex digits
 * instead.
 * @param at the provider's time; ids sort like `createdAt`
 * @param isRealTime whether the provider's time is real time, for ids that follow other rows of the same instant
 */
export function newId(resource: ResourceName, at: Date, isRealTime = false): string {
  const ms = at.getTime();
  const [nth, random] = [nextOrdinal(isRealTime ? ms : 0), random32()];
  if (resource === 'event')
    return `evt_${twelveDigits(ms)}${twelveDigits(nth)}${BYTES[random >>> 24]}${sixDigits(random & 0xff_ff_ff)}`;
  const first = PAIRS[Math.floor(ms / 2 ** 40)];
  return `${prefixes[resource]}_${first}${eight(ms % 2 ** 40)}${eight(Math.floor(nth / 256))}${eight((nth % 256) * 2 ** 32 + random)}`;
}

/**
 * The lowest id that `newId` makes at an instant of the provider's time. Ids from it on have a `createdAt` from that instant
 * on, so that the primary key finds rows by time.
 */
export function lowestId(resource: ResourceName, at: Date): string {
  const ms = at.getTime();
  if (resource === 'event') return `evt_${twelveDigits(ms)}`;
  return `${prefixes[resource]}_${PAIRS[Math.floor(ms / 2 ** 40)]}${eight(ms % 2 ** 40)}`;
}

/** When an id was made, and the ids that differ from it in its random part only. `newId` makes one of them at most. */
export type Origin = { at: Date; lowest: string; highest: string };

/**
 * The origin of an id, from its characters.
 * @returns null for a text that `newId` can not have made until now
 */
export function originOfId(resource: ResourceName, id: string): Origin | null {
  const prefix = `${prefixes[resource]}_`;
  const rest = id.slice(prefix.length);
  const isForm = (resource === 'event' ? /^[0-9a-f]{32}$/ : /^[0-9a-hjkmnp-tv-z]{26}$/).test(rest);
  if (!id.startsWith(prefix) || !isForm) return null;
  const { ms, nth, lowest, highest } = resource === 'event' ? fromHex(rest) : fromBase32(rest);
  // The deliveries of one event have its time, and more random bits.
  if (resource === 'delivery') return { at: new Date(ms), lowest: id, highest: id };
  const madeAt = EPOCH_MS + nth / ORDINALS_PER_MS;
  // The clocks of processes may differ.
  const isPossible = ms < 2 ** 48 && madeAt >= FIRST_MS && madeAt <= realNow().getTime() + HOUR_MS;
  return isPossible ? { at: new Date(ms), lowest: prefix + lowest, highest: prefix + highest } : null;
}

function fromHex(rest: string) {
  const [ms, nth] = [Number.parseInt(rest.slice(0, 12), 16), Number.parseInt(rest.slice(12, 24), 16)];
  return { ms, nth, lowest: `${rest.slice(0, 24)}00000000`, highest: `${rest.slice(0, 24)}ffffffff` };
}

function fromBase32(rest: string) {
  const bits = (from: number, to: number) =>
    [...rest.slice(from, to)].reduce((sum, each) => sum * 32 + ALPHABET.indexOf(each), 0);
  const low = Math.floor(bits(18, 26) / 2 ** 32);
  return {
    ms: bits(0, 10),
    nth: bits(10, 18) * 256 + low,
    lowest: rest.slice(0, 18) + eight(low * 2 ** 32),
    highest: rest.slice(0, 18) + eight((low + 1) * 2 ** 32 - 1),
  };
}
