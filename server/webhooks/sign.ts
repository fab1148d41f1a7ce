import { createHmac, type KeyObject } from 'node:crypto';

/** A secret as the partner has it, or its bytes as a key, which signs faster. */
export type SigningKey = string | KeyObject;

/**
 * The signature of a delivery: HMAC-SHA256 over the timestamp, a dot and the raw body. Contract: Outbound deliveries.
 * @param secret the whole string that the partner has is the key
 * @param timestamp Unix seconds
 */
export function sign(secret: SigningKey, timestamp: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
