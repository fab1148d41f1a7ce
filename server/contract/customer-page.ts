import { z } from 'zod';
import { idOutput, instantOutput } from './primitives.ts';

/** The link to a subscriber's own page. */
export const pageLink = z
  .object({
    subscriberId: idOutput('subscriber'),
    url: z
      .string()
      .nullable()
      .meta({
        description:
          'The page of the subscriber. Anyone with the link can open it and pay. Null before the first link and after a revocation.',
        examples: ['https://billing.example.com/c/3v7q0k2m9x5c1w8r4t6y0b3n7h'],
      }),
    createdAt: instantOutput.nullable().meta({ description: 'When the link was made.' }),
  })
  .meta({ id: 'PageLink' });
export type PageLink = z.output<typeof pageLink>;
