import type { Changes } from '../../work/audit.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';
import { eraserOf } from './eraser.ts';

/** Fields of a subscriber that name the person. A city or a country does not identify a person. */
const naming = [
  ...(['firstName', 'lastName', 'companyName', 'taxId'] as const),
  ...(['email', 'phone', 'externalUserId', 'street'] as const),
] as const;
type Naming = (typeof naming)[number];

/** What a person has been called: the present and former values of each field, and the names that those were together. */
export type Known = Record<Naming, string[]> & { fullName: string[] };

/** The most values of each field, the latest first. Each takes time in every text that is searched. */
const MAX_KNOWN = 100;

/**
 * The present values of a subscriber, and the former ones in the audit entries.
 * @param entries the changes of the audit entries of the subscriber, the latest first
 */
export function knownOf(row: Pick<SubscriberRow, Naming>, entries: readonly Changes[]): Known {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const latest = (texts: Iterable<unknown>) => [...new Set(texts)].filter(isText).slice(0, MAX_KNOWN);
  const valuesOf = (field: Naming) =>
    latest([row[field], ...entries.flatMap(({ [field]: change }) => [change?.after, change?.before])]);
  return {
    ...(Object.fromEntries(naming.map((field) => [field, valuesOf(field)])) as Record<Naming, string[]>),
    fullName: latest(fullNamesOf(row, entries)),
  };
}

/** The first and last names that the person had at the same time, from the present back. All pairs of them would be their square. */
function* fullNamesOf(
  { firstName, lastName }: Pick<SubscriberRow, Naming>,
  entries: readonly Changes[],
): Generator<string> {
  const name = { firstName, lastName };
  yield `${firstName} ${lastName}`;
  for (const changes of entries) {
    for (const field of ['firstName', 'lastName'] as const) {
      const before = changes[field]?.before;
      if (typeof before === 'string') name[field] = before;
    }
    yield `${name.firstName} ${name.lastName}`;
  }
}

/** A shorter text is a part of too many others, such as the house number `12`. */
const MIN_WORD = 2;
const MIN_STREET = 4;

/** The texts that name the person within free text about that person, where a first name alone is enough. */
export function wordsOf(known: Known): string[] {
  const { firstName, lastName, companyName, taxId, street, externalUserId } = known;
  return [
    ...distinctive(known),
    ...[...firstName, ...lastName].filter(({ length }) => length >= MIN_WORD),
    ...[...street, ...externalUserId, ...companyName, ...taxId].filter(({ length }) => length >= MIN_STREET),
  ];
}

/** The digits at the end of a phone number that are the same in its local form. */
const LOCAL_DIGITS = 8;
/** A shorter beginning of a name is one of many others. */
const MIN_BEGINNING = 4;

const isPhone = (name: string) => /^\+?\d{7,}$/.test(name);
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Whether a search is for the person. A name alone is enough there, also its beginning, and a phone number in its local form: people
 * search for less than distinguishes a person.
 * @param words what `wordsOf` returns
 */
export function searchesFor(words: readonly string[]): (search: string) => boolean {
  const named = eraserOf(words);
  const phones = new Set(words.filter(isPhone).map((phone) => digitsOf(phone).slice(-LOCAL_DIGITS)));
  const parts = words.flatMap((name) => name.toLowerCase().split(/[\s@.]+/)).sort();
  return (search) => {
    const text = search.toLowerCase();
    const digits = digitsOf(text);
    if (named.text(search) !== search) return true;
    if ([LOCAL_DIGITS, LOCAL_DIGITS - 1].some((n) => phones.has(digits.slice(-n)))) return true;
    return text
      .split(/[\s@.]+/)
      .some((word) => word.length >= MIN_BEGINNING && firstFrom(parts, word)?.startsWith(word));
  };
}

/** The first of sorted texts that is not before the given one: one that it begins, if there is such a text. */
function firstFrom(sorted: readonly string[], given: string): string | undefined {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < given) from = middle + 1;
    else to = middle;
  }
  return sorted[from];
}

/** The texts that name the person anywhere: full names, email addresses and phone numbers. */
export function distinctive({ fullName, email, phone }: Known): string[] {
  return [...fullName, ...email, ...phone, ...phone.map((number) => number.replace(/^\+/, ''))];
}

/** The searches in the query string of a list: of the API, or of a page. */
export function searchIn(query: string): string[] {
  return new URLSearchParams(query).getAll('q');
}
