import { z } from 'zod';
import { instantOutput } from '../primitives.ts';
import type { SentencePart } from '../sentence.ts';

export const sentencePart: z.ZodType<SentencePart> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('time'), at: instantOutput, detail: z.literal('day').optional() }),
  /** In major units. */
  z.object({ kind: z.literal('money'), amount: z.number(), currency: z.string() }),
]);

/** What happens next to a subscription and why, as sentences. */
export const explanation = z.object({
  /** The provider's time of the explanation. */
  now: instantOutput,
  sentences: z.array(z.array(sentencePart)),
});
export type Explanation = z.output<typeof explanation>;
