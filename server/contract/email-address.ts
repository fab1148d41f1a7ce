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
