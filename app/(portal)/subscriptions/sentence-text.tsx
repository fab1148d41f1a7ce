import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { Sentence } from '@/server/contract/explanation.ts';

/** A sentence of the API with its times in the provider's zone and its money by Intl. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
  return sentence.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have their place and nothing else
    if (part.kind === 'text') return <span key={index}>{part.text}</span>;
    if (part.kind === 'time') return <TimeText key={part.at} value={part.at} />;
    return (
      <MoneyText key={`${part.currency} ${part.amount}`} amount={part.amount} currency={part.currency} />
    );
  });
}
