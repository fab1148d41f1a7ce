import { AsYouType, type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
import { cleanedId } from './clean-text.ts';
import { SEVERAL } from './email-address.ts';

/** No written phone number is longer. The limit comes before all patterns. */
const MAX_WRITTEN = 250;

/**
 * Extensions that the library does not see: digits in brackets behind a number, which it takes for digits of the number, and
 * parameters of RFC 3966 such as `;isub=5`, which it drops.
 */
const EXTENDED = /;|\d[\s.-]*[([（［]\d+[)\]）］][\s.,]*$/;

/** A number with one to four digits behind it that may be its last group or an extension. */
const TAILED = /^(.*\p{Nd})[^\p{Nd}]+\p{Nd}{1,4}[^\p{Nd}]*$/su;

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
    if (!stated?.isPossible() || (!stated.isValid() && isLongerThanValid(given))) return null;
    return withoutExtension(stated);
  }
  // Local digits are often a possible number abroad too, so without `+` only a number that exists is one.
  const local = country === null ? undefined : parse(given, country);
  if (local?.isValid()) return withoutExtension(local);
  const abroad = parse(`+${given.replace(/^00/, '')}`);
  return abroad?.isValid() ? withoutExtension(abroad) : null;
}

/** Whether the last group of a text stands behind a number that is valid without it, as an extension does. */
function isLongerThanValid(given: string): boolean {
  const [, before] = TAILED.exec(given) ?? [];
  return before !== undefined && parse(before)?.isValid() === true;
}

/** The longest text with several numbers. */
const MAX_LIST = 2_000;

/** What follows a separator but is no number of its own: an extension, a parameter, the other last digits of a switchboard. */
const BELONGS_BEFORE = /=|^\P{Nd}*(?:\p{Nd}\P{Nd}*){1,6}$/u;

/**
 * The first of several phone numbers in one text, as exports and webhooks have them. Null as for `parsePhone`, and where what
 * follows may be an extension of the first. Contract: Values.
 * @param phoneOf reads one number
 */
export function firstPhone(written: string, phoneOf: (one: string) => string | null): string | null {
  const whole = phoneOf(written);
  if (whole !== null || written.length > MAX_LIST) return whole;
  const [first = '', ...others] = written.split(SEVERAL);
  return others.some((each) => BELONGS_BEFORE.test(each)) ? null : phoneOf(first.trim());
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
