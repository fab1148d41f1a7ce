import { z } from 'zod';
import { idInput, idOutput, instantOutput, issue, text } from '../primitives.ts';

const baseUrl = text(1, 2048).superRefine((value, ctx) => {
  if (value === '') return;
  if (!URL.canParse(value))
    return issue(ctx, 'INVALID_FORMAT', 'Enter an address such as https://isp.splynx.app.');
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') issue(ctx, 'INVALID_VALUE', 'Enter an https address.');
  if (username || password || search || hash)
    issue(ctx, 'INVALID_VALUE', 'Enter the address alone, without user, query and fragment.');
});

/** Settings of an integration's outbound sync. */
export const outboundSyncSet = z.strictObject({
  id: idInput('integration'),
  baseUrl,
  apiKey: text(1, 255),
  apiSecret: text(1, 255),
});
export type OutboundSyncSet = z.output<typeof outboundSyncSet>;

export const outboundSyncId = z.strictObject({ id: idInput('integration') });

export const outboundSyncSnapshot = z.object({
  id: idOutput('integration'),
  /** Null while outbound sync is off. */
  settings: z.object({ baseUrl: z.string(), apiKeyLast4: z.string(), updatedAt: instantOutput }).nullable(),
  /** Subscriptions with a service in the external system. */
  synced: z.int(),
  /** Subscriptions whose push is due or will be retried. */
  pending: z.int(),
  /** Subscriptions whose last push failed and is not retried until something changes. */
  failed: z.int(),
  /** The latest failures. */
  failures: z.array(z.object({ subscriptionId: idOutput('subscription'), failure: z.string() })),
});
export type OutboundSyncSnapshot = z.output<typeof outboundSyncSnapshot>;
