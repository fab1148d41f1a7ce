import { z } from 'zod';
import { instantOutput } from './primitives.ts';

/** A part of a sentence. Times and amounts stay data, so that the page formats them. */
export const sentencePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('time'), at: instantOutput }),
  /** In major units. */
  z.object({ kind: z.literal('money'), amount: z.number(), currency: z.string() }),
]);
export type SentencePart = z.output<typeof sentencePart>;

export type Sentence = SentencePart[];

/** What happens next to a subscription and why, as sentences. Portal only. */
export const explanation = z.object({
  /** The provider's time of the explanation. */
  now: instantOutput,
  sentences: z.array(z.array(sentencePart)),
});
export type Explanation = z.output<typeof explanation>;
