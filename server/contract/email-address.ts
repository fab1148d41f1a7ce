/** Imports no library, so that pages and the start of the server can import it at no cost. */

/** The most characters of an address. */
export const MAX_EMAIL = 254;

const EMAIL_ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOMAIN_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** A dot-atom of RFC 5322 at an ASCII domain of two labels or more, the last of which is no number. In lower case. */
export const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)${EMAIL_ATOM}(?:\\.${EMAIL_ATOM})*@(?:${DOMAIN_LABEL}\\.)+(?!\\d+$)${DOMAIN_LABEL}$`,
);

/** Whether a text is an email address in the form in which addresses are stored. Contract: Values. */
export function isEmail(value: string): boolean {
  return EMAIL.test(value);
}

/** Between several addresses or phone numbers in one text. */
export const SEVERAL = /[,;/\n\r]/;

/** The longest text with several addresses. */
const MAX_LIST = 2_000;

/**
 * The first of several addresses in one text, as exports and webhooks have them; the text itself where it does not begin with an
 * address and a separator. Contract: Values.
 */
export function firstEmail(written: string): string {
  if (written.length > MAX_LIST) return written;
  // An address may have a slash, so the other separators go first.
  const parts = [written.split(/[,;\n\r]/, 1), written.split(SEVERAL, 1)].map(([part = '']) => part.trim());
  return parts.find((part) => isEmail(part.toLowerCase())) ?? written;
}
