import type { FactKind, Language, MessageChannel } from '../contract/enums.ts';
import { english } from './defaults/en.ts';
import { french } from './defaults/fr.ts';
import { swahili } from './defaults/sw.ts';
import type { ShippedTexts } from './shipped-texts.ts';

/** A text of a message. An SMS has no subject. */
export type MessageText = { subject: string | null; body: string };

const shipped: Record<Language, ShippedTexts> = { en: english, sw: swahili, fr: french };

/** The text that a provider without one of its own sends. */
export function shippedText(kind: FactKind, channel: MessageChannel, language: Language): MessageText {
  const { subject, email, sms } = shipped[language][kind];
  return channel === 'EMAIL' ? { subject, body: email } : { subject: null, body: sms };
}
