import type { Language } from '@/server/contract/enums.ts';

/** The languages of messages. */
export const languageLabels: Record<Language, string> = { en: 'English', sw: 'Swahili', fr: 'French' };
