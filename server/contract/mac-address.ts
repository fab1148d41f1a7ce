import { issue, text } from './primitives.ts';

/** The twelve digits of a MAC address in lower case, whatever separates them; null for any other text. */
export function macDigits(given: string): string | null {
  const digits = given.replace(/[\s:.-]/g, '').toLowerCase();
  return /^[0-9a-f]{12}$/.test(digits) ? digits : null;
}

/** A MAC address as it is stored, `4C:5E:0C:12:34:56`; null for any other text. */
export function macAddressOf(given: string): string | null {
  return macDigits(given)?.toUpperCase().match(/../g)?.join(':') ?? null;
}

/** A MAC address in any usual form; stored as `4C:5E:0C:12:34:56`. Contract: Installation. */
export const macAddressInput = text(1, 40)
  .meta({ examples: ['4C:5E:0C:12:34:56'] })
  .transform((given) => macAddressOf(given) ?? given)
  .superRefine((given, ctx) => {
    if (macDigits(given) === null)
      issue(ctx, 'INVALID_FORMAT', 'Enter a MAC address such as 4C:5E:0C:12:34:56.');
  });
