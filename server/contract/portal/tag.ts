import { z } from 'zod';
import { anyText, idInput, idOutput, instantOutput, issue, text } from '../primitives.ts';

/** The most tags of a subscriber, and of a filter. */
export const MAX_TAGS = 20;

/** The name of a tag. A filter separates names by commas. */
const tagName = text(1, 40).superRefine((name, ctx) => {
  if (name.includes(',')) issue(ctx, 'INVALID_FORMAT', 'Enter a name without a comma.');
});

/** Names of tags in a filter: `North,VIP`. */
export const tagNames = anyText(1, 1_000).transform((names) => names.split(',').slice(0, MAX_TAGS));

/** A tag of a subscriber: who put it there and when. */
export const subscriberTag = z.object({
  id: idOutput('tag'),
  name: z.string(),
  taggedBy: z.string(),
  taggedAt: instantOutput,
});
export type SubscriberTag = z.output<typeof subscriberTag>;

/** All tags of a provider, by name, with the number of subscribers that have them. */
export const tags = z.array(z.object({ id: idOutput('tag'), name: z.string(), subscribers: z.int() }));
export type Tag = z.output<typeof tags>[number];

export const subscriberTagsQuery = z.strictObject({ subscriberId: idInput('subscriber') });
export const subscriberTags = z.array(subscriberTag);

/** The tags that a subscriber is to have, by name. A name that is new becomes a tag of the provider. */
export const subscriberTagsSet = z.strictObject({
  subscriberId: idInput('subscriber'),
  names: z.array(tagName).max(MAX_TAGS),
});
