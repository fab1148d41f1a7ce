import type { Language } from '../contract/enums.ts';
import { formatMoney } from '../contract/texts/format-money.ts';

/** The formats of a language and a time zone, by `Intl`. */
export type Format = ReturnType<typeof formatIn>;

/** English is that of the portal: the day before the month. */
const locales: Record<Language, string> = { en: 'en-GB', sw: 'sw', fr: 'fr' };

const GIGABYTE = 1_000_000_000;
const MEGABYTE = 1_000_000;

/** Formats amounts, days, octets and speeds in a language. Days are those of the time zone. */
export function formatIn(language: Language, timeZone: string) {
  const locale = locales[language];
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric' });
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits });
  const [gigabytes, megabytes] = [unit('gigabyte', 1), unit('megabyte', 0)];
  const speed = unit('megabit-per-second', 1);
  const count = new Intl.NumberFormat(locale);
  return {
    day: (at: Date) => day.format(at),
    /** @param amount in major units */
    money: (amount: number, currency: string) => formatMoney(amount, currency, language),
    octets: (octets: number) =>
      octets >= GIGABYTE ? gigabytes.format(octets / GIGABYTE) : megabytes.format(octets / MEGABYTE),
    speed: (mbps: number) => speed.format(mbps),
    count: (number: number) => count.format(number),
  };
}
