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
export type Response = { isAck: boolean; errorCause: number | null };

/** Decodes the ACK or NAK to a request; null for any other, malformed or wrongly signed datagram. */
export function decodeResponse(datagram: Buffer, request: Buffer, secret: string): Response | null {
  if (datagram.length < HEADER_BYTES || datagram[1] !== request[1]) return null;
  // The codes of ACK and NAK follow the code of the request.
  const isAck = datagram[0] === (request[0] as number) + 1;
  if (!isAck && datagram[0] !== (request[0] as number) + 2) return null;
  const length = datagram.readUInt16BE(2);
  if (length < HEADER_BYTES || length > Math.min(datagram.length, MAX_PACKET_BYTES)) return null;
  // Bytes after the stated length are padding.
  const packet = Buffer.from(datagram.subarray(0, length));
  const authenticator = Buffer.from(packet.subarray(4, HEADER_BYTES));
  request.copy(packet, 4, 4, HEADER_BYTES);
  if (!timingSafeEqual(md5(packet, Buffer.from(secret)), authenticator)) return null;
  const values = valuesOf(packet);
  if (!values || !hasValidSignature(packet, values, secret)) return null;
  const cause = values.get(ERROR_CAUSE);
  return { isAck, errorCause: cause?.length === 4 ? cause.readUInt32BE(0) : null };
}

/** Whether the Message-Authenticator is valid or absent. The packet has to contain the request's authenticator. */
function hasValidSignature(packet: Buffer, values: Map<number, Buffer>, secret: string): boolean {
  const signature = values.get(MESSAGE_AUTHENTICATOR);
  if (!signature) return true;
  if (signature.length !== 16) return false;
  const sent = Buffer.from(signature);
  signature.fill(0);
  return timingSafeEqual(hmacMd5(packet, secret), sent);
}

/** The first value of each type, as parts of the packet; null if the attributes do not fit it. A packet has up to 2,038 of them. */
function valuesOf(packet: Buffer): Map<number, Buffer> | null {
  const values = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at < packet.length; ) {
    const [type, length] = [packet[at], packet[at + 1]];
    if (type === undefined || length === undefined || length < 2 || at + length > packet.length) return null;
    if (!values.has(type)) values.set(type, packet.subarray(at + 2, at + length));
    at += length;
  }
  return values;
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
