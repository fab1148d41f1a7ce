import { type Minor, minorDigits, toMajor } from '../contract/money.ts';

const moneyFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats an amount with its currency code: `KES 2,499.00`. A symbol such as `$` is ambiguous. */
export function formatMoney(amount: Minor, currency: string): string {
  return `${currency}\u00a0${formatNumber(amount, currency)}`;
}

/** Formats an amount without its currency: `2,499.00`, or `2,499` for UGX. */
export function formatNumber(amount: Minor, currency: string): string {
  const digits = minorDigits(currency);
  let format = moneyFormats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    moneyFormats.set(currency, format);
  }
  return format.format(toMajor(amount, currency)).replace('-', '\u2212');
}

/** Formats the day of an instant in a time zone: `20 November 2026`, or `20 Nov 2026` when short. */
export function formatDay(instant: Date, timeZone: string, form: 'long' | 'short' = 'long'): string {
  const key = `${timeZone} ${form}`;
  let format = dayFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: form, year: 'numeric' });
    dayFormats.set(key, format);
  }
  return format.format(instant).replace('Sept ', 'Sep ');
}

/** Formats a decimal share as a percentage: `16%` for `0.16`, `7.5%` for `0.075`. */
export function formatPercent(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const shifted = fraction.padEnd(2, '0');
  const percent = `${whole}${shifted.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = shifted.slice(2).replace(/0+$/, '');
  return `${percent}${rest && `.${rest}`}%`;
}
