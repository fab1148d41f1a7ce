import type { Sentence } from '@/server/contract/sentence.ts';
import { MoneyText } from './money-text.tsx';
import { TimeText } from './time-text.tsx';

/** A sentence with its instants in the provider's time zone and its money by Intl. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
  const parts = sentence.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    if (part.kind === 'text') return <span key={index}>{part.text}</span>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the same instant may stand twice in a sentence
    if (part.kind === 'time') return <TimeText key={index} value={part.at} detail={part.detail} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the same amount may stand twice in a sentence
    return <MoneyText key={index} amount={part.amount} currency={part.currency} />;
  });
  // One element, as the parts of a sentence are not items of a flex container.
  return <span>{parts}</span>;
}
