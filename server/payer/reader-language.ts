import type { IncomingMessage } from 'node:http';
import { type Language, languageOf } from '../contract/enums.ts';

/** The first language of the browser that the pages have; English without one. */
export function acceptedLanguage({ headers }: IncomingMessage): Language {
  for (const range of (headers['accept-language'] ?? '').slice(0, 200).split(',')) {
    const language = languageOf(range.trim().slice(0, 2).toLowerCase());
    if (language) return language;
  }
  return 'en';
}

/** The language that the address of a page names. */
export function chosenLanguage({ url = '' }: Pick<IncomingMessage, 'url'>): Language | undefined {
  return languageOf(new URLSearchParams(url.split('?')[1]).get('lang'));
}
