import { z } from 'zod';
import { idInput, idOutput, instantOutput, issue, text } from './primitives.ts';

const baseUrl = text(1, 2048).superRefine((value, ctx) => {
  if (value === '') return;
  if (!URL.canParse(value))
    return issue(ctx, 'INVALID_FORMAT', 'Give an address such as https://isp.splynx.app.');
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') issue(ctx, 'INVALID_VALUE', 'Give an https address.');
  if (username || password || search || hash)
    issue(ctx, 'INVALID_VALUE', 'Give the address alone, as it is in the browser when you sign in.');
});

/** How an integration's system is told of our own subscriptions. Portal only. */
export const mirrorSet = z.strictObject({
  id: idInput('integration'),
  baseUrl,
  apiKey: text(1, 255),
  apiSecret: text(1, 255),
});
export type MirrorSet = z.output<typeof mirrorSet>;

export const mirrorId = z.strictObject({ id: idInput('integration') });

export const mirrorSnapshot = z.object({
  id: idOutput('integration'),
  /** Null while nothing is told. */
  settings: z.object({ baseUrl: z.string(), apiKeyLast4: z.string(), updatedAt: instantOutput }).nullable(),
  /** Services that are there, that wait to be told, and that cannot be told until something is put right. */
  there: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Some of those whose last attempt failed, and why. */
  failures: z.array(z.object({ subscriptionId: idOutput('subscription'), failure: z.string() })),
});
export type MirrorSnapshot = z.output<typeof mirrorSnapshot>;
