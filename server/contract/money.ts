import currencyCodes from 'currency-codes';

/** An amount in the smallest unit of its currency (cents, kobo; whole shillings for UGX). Always an integer. */
export type Minor = number & { readonly unit: 'minor' };

/**
 * A number as an amount in minor units: for literals, and for values of untyped sources (JSON, a gateway, SQL).
 * `toMinor` converts amounts in major units.
 */
export function asMinor(units: number): Minor {
  return units as Minor;
}

export const ZERO = asMinor(0);

/** The sum of amounts in one currency; zero for none. */
export function sum(...amounts: Minor[]): Minor {
  return amounts.reduce((total, amount) => asMinor(total + amount), ZERO);
}

/** The difference of amounts in one currency; may be negative. */
export function subtract(amount: Minor, ...others: Minor[]): Minor {
  return asMinor(amount - sum(...others));
}

const digitsByCurrency = new Map(currencyCodes.data.map((c) => [c.code, c.digits]));

/** The maximum amount due, in major units. Contract: Values. */
export const MAX_AMOUNT = 1_000_000_000;

/** All currencies of ISO 4217, by their codes. */
export const currencies: readonly string[] = [...digitsByCurrency.keys()].sort();

/** Whether a code is a currency of ISO 4217. */
export function isCurrency(code: string): boolean {
  return digitsByCurrency.has(code);
}

/** ISO 4217 minor digits of a currency: 2 for USD, 0 for UGX. */
export function minorDigits(currency: string): number {
  const digits = digitsByCurrency.get(currency);
  if (digits === undefined) throw new Error(`unknown currency ${currency}`);
  return digits;
}

/** The currencies whose minor unit has not two digits, by its digits. */
export function unusualCurrencies(): Map<number, string[]> {
  const unusual = new Map<number, string[]>();
  for (const [code, digits] of digitsByCurrency) {
    if (digits !== 2) unusual.set(digits, [...(unusual.get(digits) ?? []), code]);
  }
  return unusual;
}

/** The number of digits after the decimal point; Infinity for exponents. */
export function decimals(amount: number): number {
  const text = String(amount);
  if (/[eE]/.test(text)) return Number.POSITIVE_INFINITY;
  return text.split('.')[1]?.length ?? 0;
}

/**
 * Converts an amount in major units to integer minor units, digit by digit, without arithmetic. The caller has checked
 * that the currency has enough digits.
 */
export function toMinor(amount: number, currency: string): Minor {
  const digits = minorDigits(currency);
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return asMinor(Number(whole + fraction.padEnd(digits, '0')));
}

const SCALE = [1, 10, 100, 1_000, 10_000] as const;

/** Converts integer minor units to a JSON number in major units. One correctly rounded division prints exactly. */
export function toMajor(minor: Minor, currency: string): number {
  return minor / (SCALE[minorDigits(currency)] ?? 10 ** minorDigits(currency));
}

/** A rate (0.16 for 16 %, at most 6 decimals) of an amount, rounded half up to the minor unit. Integers only. */
export function portion(amount: Minor, rate: string): Minor {
  const [whole = '0', fraction = ''] = rate.split('.');
  const micro = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return asMinor(Number((BigInt(amount) * micro + 500_000n) / 1_000_000n));
}

/**
 * `part` of `whole` equal shares of an amount that is not negative, rounded half up to the minor unit. Integers only.
 * Contract: Upgrade holds.
 */
export function share(amount: Minor, part: number, whole: number): Minor {
  const twice = BigInt(amount) * BigInt(part) * 2n;
  return asMinor(Number((twice + BigInt(whole)) / (2n * BigInt(whole))));
}
