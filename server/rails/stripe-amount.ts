import { asMinor, currencies, type Minor, minorDigits } from '../contract/money.ts';

/** Currencies without decimals at Stripe. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies without decimals that Stripe counts in hundredths. The hundredths must be zero. */
const wholeInHundredths = new Set(['ISK', 'UGX']);
/** Currencies with three decimals, of which Stripe requires the last to be zero. */
const thousandths = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** The number of decimals in Stripe's amounts; null for an unsupported currency. */
function stripeDigits(currency: string): number | null {
  if (whole.has(currency)) return 0;
  if (wholeInHundredths.has(currency)) return 2;
  if (thousandths.has(currency)) return 3;
  return minorDigits(currency) === 2 ? 2 : null;
}

/** The currencies whose amounts Stripe counts in a known unit. */
export const stripeCurrencies = currencies.filter((currency) => stripeDigits(currency) !== null);

/**
 * Converts an amount to Stripe's units; null when Stripe cannot charge exactly this amount.
 * @param amount ISO 4217 minor units
 */
export function toStripe(amount: Minor, currency: string): number | null {
  const digits = stripeDigits(currency);
  if (digits === null) return null;
  const shift = digits - minorDigits(currency);
  const units = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  const isTaken = Number.isInteger(units) && (digits !== 3 || units % 10 === 0);
  return isTaken ? units : null;
}

/** Converts Stripe's units to ISO 4217 minor units; null when they are not a whole number. */
export function fromStripe(units: number, currency: string): Minor | null {
  const digits = stripeDigits(currency);
  if (digits === null) return null;
  const shift = digits - minorDigits(currency);
  const amount = shift >= 0 ? units / 10 ** shift : units * 10 ** -shift;
  return Number.isInteger(amount) ? asMinor(amount) : null;
}
