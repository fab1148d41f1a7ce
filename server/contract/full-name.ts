/** Imports no library, so that pages can import it at no cost. */

/** The most UTF-16 units of a first or last name. Contract: Subscriber. */
const MAX_NAME = 100;

/** The last name of a person or company with one name. Contract: Subscriber. */
export const NO_LAST_NAME = '-';

/**
 * The first and the last name in a full name: it is split at its first blank. A name of one word has `-` as last name. Each
 * part is cut to the length of its field. Contract: Subscriber.
 */
export function splitFullName(name: string): { firstName: string; lastName: string } {
  const full = name.trim();
  const at = full.search(/\s/);
  if (at < 0) return { firstName: cut(full), lastName: NO_LAST_NAME };
  return { firstName: cut(full.slice(0, at)), lastName: cut(full.slice(at).trim()) };
}

/** The first and the last name together; the first alone where the last is `-`. */
export function fullNameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return lastName === NO_LAST_NAME ? firstName : `${firstName} ${lastName}`.trim();
}

/** The start of a text. No pair of surrogates is divided. */
function cut(text: string): string {
  return text
    .slice(0, MAX_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
