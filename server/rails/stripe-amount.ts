import { asMinor, type Minor, minorDigits } from '../contract/money.ts';

/** Currencies that Stripe counts in whole units. */
const whole = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies without decimals that Stripe counts in hundredths all the same; the hundredths have to be zero. */
const wholeInHundredths = new Set(['ISK', 'UGX']);
/** Currencies with thousandths, of which Stripe takes whole hundredths only. */
const thousandths = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Digits behind the point of what Stripe counts in; null for a currency it does not take. */
function stripeDigits(currency: string): number | null {
  if (whole.has(currency)) return 0;
  if (wholeInHundredths.has(currency)) return 2;
  if (thousandths.has(currency)) return 3;
  return minorDigits(currency) === 2 ? 2 : null;
}

/**
 * An amount as Stripe counts it, or null where it cannot take exactly that much.
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

/** An amount of Stripe's in ISO 4217 minor units, or null where that is no whole number of them. */
export function fromStripe(units: number, currency: string): Minor | null {
  const digits = stripeDigits(currency);
  if (digits === null) return null;
  const shift = digits - minorDigits(currency);
  const amount = shift >= 0 ? units / 10 ** shift : units * 10 ** -shift;
  return Number.isInteger(amount) ? asMinor(amount) : null;
}
