import { formatMoney } from '@/server/contract/texts/format-money.ts';

const monthNames = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });

/** `Nov 2026` of `2026-11`. */
export function monthName(month: string): string {
  return `${shortMonth(month)} ${month.slice(0, 4)}`;
}

/** `Nov` of `2026-11`. */
export function shortMonth(month: string): string {
  return monthNames.format(new Date(`${month}-01T00:00:00Z`)).slice(0, 3);
}

/** A share as a percentage with one decimal. */
export function percentText(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })}\u00a0%`;
}

/** `+3`, `−2` or `0`. */
export function signed(count: number): string {
  return count > 0 ? `+${countText(count)}` : count < 0 ? `−${countText(-count)}` : '0';
}

/** A difference of money with its sign. */
export function signedMoney(amount: number, currency: string): string {
  const text = formatMoney(Math.abs(amount), currency);
  return amount > 0 ? `+${text}` : amount < 0 ? `−${text}` : text;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** `12.3K`, for the axes of charts. */
export const compactText = (value: number): string => compact.format(value);

const counts = new Intl.NumberFormat('en');

export const countText = (count: number): string => counts.format(count);
