import type { Changes } from '../../work/audit.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';
import { eraserOf } from './eraser.ts';

/** Fields of a subscriber that name the person. A city or a country does not identify a person. */
const naming = ['firstName', 'lastName', 'email', 'phone', 'externalUserId', 'street'] as const;
type Naming = (typeof naming)[number];

/** What a person has been called: the present and former values of each field. */
export type Known = Record<Naming, string[]>;

/**
 * The present values of a subscriber, and the former ones in the audit entries.
 * @param entries the changes of the audit entries of the subscriber
 */
export function knownOf(row: SubscriberRow, entries: readonly Changes[]): Known {
  const valuesOf = (field: Naming) => {
    const former = entries.flatMap(({ [field]: change }) => [change?.before, change?.after]);
    const texts = [row[field], ...former].filter((value): value is string => typeof value === 'string');
    return [...new Set(texts)].filter((value) => value !== '');
  };
  return Object.fromEntries(naming.map((field) => [field, valuesOf(field)])) as Known;
}

/** A shorter text is a part of too many others, such as the house number `12`. */
const MIN_WORD = 2;
const MIN_STREET = 4;

/** The texts that name the person within free text about that person, where a first name alone is enough. */
export function wordsOf(known: Known): string[] {
  const { firstName, lastName, street, externalUserId } = known;
  return [
    ...distinctive(known),
    ...[...firstName, ...lastName].filter(({ length }) => length >= MIN_WORD),
    ...[...street, ...externalUserId].filter(({ length }) => length >= MIN_STREET),
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
  const phones = words.filter(isPhone).map((phone) => digitsOf(phone).slice(-LOCAL_DIGITS));
  const parts = words.flatMap((name) => name.toLowerCase().split(/[\s@.]+/));
  return (search) => {
    const text = search.toLowerCase();
    if (named.text(search) !== search || phones.some((end) => digitsOf(text).endsWith(end))) return true;
    return text
      .split(/[\s@.]+/)
      .some((word) => word.length >= MIN_BEGINNING && parts.some((part) => part.startsWith(word)));
  };
}

/** The texts that name the person anywhere: full names, email addresses and phone numbers. */
export function distinctive({ firstName, lastName, email, phone }: Known): string[] {
  const fullNames = firstName.flatMap((first) => lastName.map((last) => `${first} ${last}`));
  return [...fullNames, ...email, ...phone, ...phone.map((number) => number.replace(/^\+/, ''))];
}

/** The searches in the query string of a list: of the API, or of a page. */
export function searchIn(query: string): string[] {
  return new URLSearchParams(query).getAll('q');
}
