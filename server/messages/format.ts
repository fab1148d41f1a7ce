import type { Language, MessageChannel } from '../contract/enums.ts';
import { type Minor, toMajor } from '../contract/money.ts';
import { formatMoney } from '../contract/texts/format-money.ts';
import { formatTime } from '../contract/texts/format-time.ts';

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** An amount with its currency code, as people write it in a language: `KES 2,499.00`, `2 499,00 KES`. */
export function moneyIn(language: Language, amount: Minor, currency: string): string {
  return formatMoney(toMajor(amount, currency), currency, language);
}

/**
 * The day of an instant in a time zone, as people write it in a language: `20 Nov 2026`, `20 nov. 2026`. In an SMS in French the month is
 * a number, because `août` has a letter that GSM-7 lacks.
 */
export function dayIn(language: Language, instant: Date, timeZone: string, channel: MessageChannel): string {
  if (language === 'en') return formatTime(instant.toISOString(), timeZone, 'day');
  const month = language === 'fr' && channel === 'SMS' ? 'numeric' : 'short';
  const key = `${language} ${timeZone} ${month}`;
  let format = dayFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month, year: 'numeric' });
    dayFormats.set(key, format);
  }
  return format.format(instant);
}

/** A text with plain blanks: GSM-7 has no others, and one of them would double the parts of an SMS. */
export function withPlainBlanks(text: string): string {
  return text.replaceAll(/[\u00a0\u2007\u202f\u2009]/g, ' ');
}
