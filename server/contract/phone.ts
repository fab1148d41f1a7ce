import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * The E.164 form of a phone number as people write it: local in a country, or international without `+`. Any other text
 * is unchanged, so that the check of the field names what is wrong.
 * @param country ISO 3166-1 alpha-2 of local numbers; null for none
 */
export function internationalPhone(written: string, country: string | null): string {
  const digits = written.trim().replace(/^'/, '');
  if (digits.startsWith('+')) return digits;
  const local = country
    ? parsePhoneNumberFromString(digits, { defaultCountry: country as 'KE', extract: false })
    : undefined;
  if (local?.isValid()) return local.number;
  const international = parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`, { extract: false });
  return international?.isValid() ? international.number : digits;
}
