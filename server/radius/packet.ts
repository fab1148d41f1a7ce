import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Packet codes of dynamic authorization (RFC 5176). */
export const packetCodes = {
  disconnectRequest: 40,
  disconnectAck: 41,
  disconnectNak: 42,
  coaRequest: 43,
  coaAck: 44,
  coaNak: 45,
} as const;

/** An attribute on the wire: its number, its vendor's number if it is vendor-specific, and its value. */
export type Attribute = { type: number; vendor?: number; value: Buffer };

const HEADER_BYTES = 20;
const MAX_PACKET_BYTES = 4_096;
const VENDOR_SPECIFIC = 26;
const MESSAGE_AUTHENTICATOR = 80;
const ERROR_CAUSE = 101;

/** Text as UTF-8, or bytes. @throws Error above 253 bytes, or 247 bytes in a vendor-specific attribute */
export function textAttribute(type: number, value: string | Buffer, vendor?: number): Attribute {
  return attribute(type, typeof value === 'string' ? Buffer.from(value) : value, vendor);
}

/** An integer. @throws RangeError outside 0 to 2³² − 1 */
export function numberAttribute(type: number, value: number, vendor?: number): Attribute {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return attribute(type, bytes, vendor);
}

/** An IPv4 address. @throws Error for any other text */
export function addressAttribute(type: number, address: string): Attribute {
  if (!isIPv4(address)) throw new Error(`${JSON.stringify(address)} is no IPv4 address`);
  return attribute(type, Buffer.from(address.split('.').map(Number)));
}

function attribute(type: number, value: Buffer, vendor?: number): Attribute {
  if (value.length > (vendor === undefined ? 253 : 247))
    throw new Error(`attribute ${type} is too long: ${value.length} bytes`);
  return vendor === undefined ? { type, value } : { type, vendor, value };
}

/**
 * Encodes a request to a NAS. It is signed twice with the shared secret: by the Request Authenticator (RFC 5176), and by a
 * Message-Authenticator as the first attribute (RFC 3579), without which strict receivers drop it.
 * @param identifier 0 to 255; distinguishes requests from one port
 * @throws Error above 4,096 bytes
 */
export function encodeRequest(
  code: number,
  identifier: number,
  attributes: Attribute[],
  secret: string,
): Buffer {
  const signature = { type: MESSAGE_AUTHENTICATOR, value: Buffer.alloc(16) };
  const body = Buffer.concat([signature, ...attributes].map(encodeAttribute));
  const packet = Buffer.concat([header(code, identifier, HEADER_BYTES + body.length), body]);
  if (packet.length > MAX_PACKET_BYTES) throw new Error(`packet is too long: ${packet.length} bytes`);
  // Both signatures assume an authenticator of zeros. The MD5 covers the HMAC, so the HMAC is written first.
  hmacMd5(packet, secret).copy(packet, HEADER_BYTES + 2);
  md5(packet, Buffer.from(secret)).copy(packet, 4);
  return packet;
}

/** The answer of a NAS. `errorCause` is its reason for a refusal, if it gives one. */
export type Response = { code: number; errorCause: number | null };

/** Decodes the answer to a request; null for a malformed datagram, another request's answer, or a wrong signature. */
export function decodeResponse(datagram: Buffer, request: Buffer, secret: string): Response | null {
  if (datagram.length < HEADER_BYTES || datagram[1] !== request[1]) return null;
  const length = datagram.readUInt16BE(2);
  if (length < HEADER_BYTES || length > Math.min(datagram.length, MAX_PACKET_BYTES)) return null;
  // Bytes after the stated length are padding.
  const packet = Buffer.from(datagram.subarray(0, length));
  const authenticator = Buffer.from(packet.subarray(4, HEADER_BYTES));
  request.copy(packet, 4, 4, HEADER_BYTES);
  if (!timingSafeEqual(md5(packet, Buffer.from(secret)), authenticator)) return null;
  const attributes = decodeAttributes(packet);
  if (!attributes || !hasValidSignature(packet, attributes, secret)) return null;
  const cause = attributes.find(({ type, value }) => type === ERROR_CAUSE && value.length === 4)?.value;
  return { code: packet[0] as number, errorCause: cause?.readUInt32BE(0) ?? null };
}

/** Whether the Message-Authenticator is valid or absent. The packet has to contain the request's authenticator. */
function hasValidSignature(packet: Buffer, attributes: Located[], secret: string): boolean {
  const signature = attributes.find(({ type }) => type === MESSAGE_AUTHENTICATOR);
  if (!signature) return true;
  if (signature.value.length !== 16) return false;
  const unsigned = Buffer.from(packet);
  unsigned.fill(0, signature.at, signature.at + 16);
  return timingSafeEqual(hmacMd5(unsigned, secret), signature.value);
}

type Located = { type: number; value: Buffer; at: number };

/** The attributes with the offsets of their values; null if they do not fit the packet. */
function decodeAttributes(packet: Buffer): Located[] | null {
  const found: Located[] = [];
  for (let at = HEADER_BYTES; at < packet.length; ) {
    const type = packet[at];
    const length = packet[at + 1];
    if (type === undefined || length === undefined || length < 2 || at + length > packet.length) return null;
    found.push({ type, value: Buffer.from(packet.subarray(at + 2, at + length)), at: at + 2 });
    at += length;
  }
  return found;
}

function encodeAttribute({ type, vendor, value }: Attribute): Buffer {
  const own = Buffer.concat([Buffer.from([type, value.length + 2]), value]);
  if (vendor === undefined) return own;
  const id = Buffer.alloc(4);
  id.writeUInt32BE(vendor);
  return Buffer.concat([Buffer.from([VENDOR_SPECIFIC, own.length + 6]), id, own]);
}

function header(code: number, identifier: number, length: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes[0] = code;
  bytes[1] = identifier;
  bytes.writeUInt16BE(length, 2);
  return bytes;
}

function md5(...parts: Buffer[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function hmacMd5(packet: Buffer, secret: string): Buffer {
  return createHmac('md5', secret).update(packet).digest();
}
