import { type Minor, minorDigits, toMajor } from '../contract/money.ts';
import { formatMoney as formatMajor } from '../contract/texts/format-money.ts';
import { formatTime } from '../contract/texts/format-time.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount with its currency code: `KES 2,499.00`. */
export function formatMinor(amount: Minor, currency: string): string {
  return formatMajor(toMajor(amount, currency), currency);
}

/** Formats the day of an instant in a time zone: `20 Nov 2026`. */
export function formatDayAt(instant: Date, timeZone: string): string {
  return formatTime(instant.toISOString(), timeZone, 'day');
}

/** Formats an amount without its currency: `2,499.00`, or `2,499` for UGX. */
export function formatNumber(amount: Minor, currency: string): string {
  const digits = minorDigits(currency);
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(currency, format);
  }
  return format.format(toMajor(amount, currency)).replace('-', '\u2212');
}

/** Formats a decimal share as a percentage: `16%` for `0.16`, `7.5%` for `0.075`. */
export function formatPercent(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const shifted = fraction.padEnd(2, '0');
  const percent = `${whole}${shifted.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = shifted.slice(2).replace(/0+$/, '');
  return `${percent}${rest && `.${rest}`}%`;
}
