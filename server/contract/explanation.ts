import { z } from 'zod';
import { instantOutput } from './primitives.ts';

/** A piece of a sentence. Times and money stay data, so that each page writes them as people there read them. */
export const sentencePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('time'), at: instantOutput }),
  /** In major units. */
  z.object({ kind: z.literal('money'), amount: z.number(), currency: z.string() }),
]);
export type SentencePart = z.output<typeof sentencePart>;

export type Sentence = SentencePart[];

/** What will happen next to a subscription and why, in words. */
export const explanation = z.object({
  /** The provider's time the explanation was made at. */
  now: instantOutput,
  sentences: z.array(z.array(sentencePart)),
});
export type Explanation = z.output<typeof explanation>;
