import { AsYouType, type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
import { cleanedId } from './clean-text.ts';

/** No written phone number is longer. The limit comes before all patterns. */
const MAX_WRITTEN = 250;

/**
 * Extensions that the library does not see: digits in brackets behind a number, which it takes for digits of the number, and
 * parameters of RFC 3966 such as `;isub=5`, which it drops.
 */
const EXTENDED = /;|\d[\s.-]*\(\d+\)$/;

/**
 * The E.164 form of a phone number as people, files and other systems write it: in international form, with `00` or the bare
 * digits of one, or in the local form of a country. Null for any other text and for a number with an extension. Contract:
 * Values.
 * @param country ISO 3166-1 alpha-2 of local numbers; null for none
 */
export function parsePhone(written: string, country: string | null): string | null {
  if (written.length > MAX_WRITTEN) return null;
  // Spreadsheets keep a text that looks like a number behind an apostrophe.
  const given = cleanedId(written, MAX_WRITTEN)
    .replace(/^'\s*/, '')
    .replace(/^\uff0b/, '+');
  if (EXTENDED.test(given)) return null;
  if (given.startsWith('+')) {
    const stated = parse(given);
    return stated?.isPossible() ? withoutExtension(stated) : null;
  }
  // Local digits are often a possible number abroad too, so without `+` only a number that exists is one.
  const local = country === null ? undefined : parse(given, country);
  if (local?.isValid()) return withoutExtension(local);
  const abroad = parse(`+${given.replace(/^00/, '')}`);
  return abroad?.isValid() ? withoutExtension(abroad) : null;
}

/** Whether a text is a number in international form: REST takes no other. Contract: Values. */
export function isInternational(written: string): boolean {
  return /^[+\uff0b]/.test(written);
}

function parse(text: string, country?: string): PhoneNumber | undefined {
  const options = { extract: false, ...(country && { defaultCountry: country as CountryCode }) };
  return parsePhoneNumberFromString(text, options);
}

function withoutExtension({ number, ext }: PhoneNumber): string | null {
  return ext ? null : number;
}

/** Digits with the characters that people write between them. */
const DIGITS = /^[+\uff0b]?[\p{Nd}\s()./-]{4,40}$/u;

/**
 * What a search text is in E.164, if it may be a phone number or the start of one in international form or in the local form
 * of a country; else null. Contract: Lists.
 * @param country as for `parsePhone`
 */
export function phoneSearched(q: string, country: string | null): string | null {
  if (q.length > MAX_WRITTEN || !DIGITS.test(q)) return null;
  const whole = parsePhone(q, country);
  if (whole) return whole;
  const start = q.replace(/^00/, '+').replace(/^\uff0b/, '+');
  if (!start.startsWith('+') && country === null) return null;
  const typed = new AsYouType(country === null ? undefined : (country as CountryCode));
  typed.input(start);
  const number = typed.getNumberValue();
  return number !== undefined && number.length > 4 ? number : null;
}

/**
 * A query value in which a `+` was not escaped, so that it arrived as a blank. Calling codes do not begin with 0. Contract:
 * Lists.
 */
export function withUnescapedPlus(value: string): string {
  return value.length > MAX_WRITTEN ? value : value.replace(/^\s+(?=[1-9][\d\s().-]{5,}$)/, '+');
}
