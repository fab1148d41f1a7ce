import { z } from 'zod';
import { macDigits } from './mac-address.ts';
import { issue, text } from './primitives.ts';

/** An address of a session: an IP address, or the digits of a MAC address. */
export type SessionAddress = { ip: string; mac: null } | { ip: null; mac: string };

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** An IPv4 or IPv6 address, without a prefix length or a zone. `URL` reads every form of IPv6 of RFC 4291. */
function isIp(given: string): boolean {
  const parts = IPV4.exec(given)?.slice(1);
  if (parts) return parts.every((part) => Number(part) <= 255);
  return /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(given) && URL.canParse(`http://[${given}]`);
}

/** The address that a text is; null for any other text. */
export function sessionAddressOf(given: string): SessionAddress | null {
  if (isIp(given)) return { ip: given, mac: null };
  const mac = macDigits(given);
  return mac === null ? null : { ip: null, mac };
}

/** An IPv4, IPv6 or MAC address in a filter. Contract: Network session. */
export const sessionAddressInput = text(1, 64)
  .meta({
    description:
      'Only those with this IPv4, IPv6 or MAC address. An IPv6 address also finds the prefix that contains it.',
    examples: ['100.64.12.7'],
  })
  .transform((given, ctx): SessionAddress => {
    const address = sessionAddressOf(given);
    if (address) return address;
    issue(ctx, 'INVALID_FORMAT', 'Enter an IPv4, IPv6 or MAC address, such as 100.64.12.7.');
    return z.NEVER;
  });
