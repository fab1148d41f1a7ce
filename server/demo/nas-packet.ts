import { createHash } from 'node:crypto';

const HEADER_BYTES = 20;
const names: Record<number, string> = { 40: 'Disconnect-Request', 43: 'CoA-Request' };
/** The attributes that identify a session or the server, by their numbers. */
const texts: Record<number, string> = { 1: 'User-Name', 32: 'NAS-Identifier', 44: 'Acct-Session-Id' };
const addresses: Record<number, string> = { 4: 'NAS-IP-Address', 8: 'Framed-IP-Address' };
const VENDOR_SPECIFIC = 26;
const MIKROTIK = { vendor: 14_988, rateLimit: 8 };
const ERROR_CAUSE = 101;

/** A request as a network server reads it: its name, and its attributes by name. */
export type NasRequest = { name: string; attributes: Record<string, string> };

/** `ack`, silence, or a NAK with an Error-Cause (RFC 5176, section 3.5). */
export type NasReply = 'ack' | 'silence' | { errorCause: number };

/** Reads a CoA or Disconnect request; null for any other packet, and for one with a wrong request authenticator. */
export function readNasRequest(packet: Buffer, secret: string): NasRequest | null {
  const name = names[packet[0] as number];
  if (!name || !isSigned(packet, secret)) return null;
  return { name, attributes: attributesOf(packet) };
}

/** The ACK or NAK of a request: the next code or the one after it, signed over the request's authenticator. */
export function encodeNasAnswer(
  request: Buffer,
  reply: Exclude<NasReply, 'silence'>,
  secret: string,
): Buffer {
  const causes = reply === 'ack' ? [] : [ERROR_CAUSE, 6, 0, 0, reply.errorCause >> 8, reply.errorCause & 255];
  const answer = Buffer.concat([request.subarray(0, HEADER_BYTES), Buffer.from(causes)]);
  answer[0] = (request[0] as number) + (reply === 'ack' ? 1 : 2);
  answer.writeUInt16BE(answer.length, 2);
  md5(answer, secret).copy(answer, 4);
  return answer;
}

function isSigned(request: Buffer, secret: string): boolean {
  const unsigned = Buffer.from(request).fill(0, 4, HEADER_BYTES);
  return md5(unsigned, secret).equals(request.subarray(4, HEADER_BYTES));
}

function md5(packet: Buffer, secret: string): Buffer {
  return createHash('md5').update(packet).update(secret).digest();
}

function attributesOf(request: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = HEADER_BYTES; at < request.length; at += Math.max(request[at + 1] as number, 2)) {
    const type = request[at] as number;
    const value = request.subarray(at + 2, at + (request[at + 1] as number));
    const [text, address] = [texts[type], addresses[type]];
    if (text) found[text] = value.toString();
    if (address) found[address] = value.join('.');
    if (type !== VENDOR_SPECIFIC || value.length < 6 || value.readUInt32BE(0) !== MIKROTIK.vendor) continue;
    if (value[4] === MIKROTIK.rateLimit) found['Mikrotik-Rate-Limit'] = value.toString('utf8', 6);
  }
  return found;
}
