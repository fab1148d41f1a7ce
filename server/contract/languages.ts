/** Imports no library, so that pages can import it at no cost. */

/** The languages of customers, by ISO 639-1. */
export const languages = ['en', 'sw', 'fr'] as const;
export type Language = (typeof languages)[number];

/** A text as one of the languages; undefined for any other. */
export function languageOf(text: string | null | undefined): Language | undefined {
  return languages.find((each) => each === text);
}
