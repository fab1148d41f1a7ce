import { z } from 'zod';
import { webhookStatuses } from './enums.ts';
import {
  apiVersions,
  type EventType,
  eventTypes,
  NEWEST_API_VERSION,
  typesMatching,
} from './event-catalogue.ts';
import { listInput, listOutput } from './paging.ts';
import { patchOf } from './patch.ts';
import { anyText, idInput, idOutput, instantInput, issue, text, timestamps } from './primitives.ts';

/** The maximum number of webhooks of a provider. Contract: Webhook subscription. */
export const MAX_WEBHOOKS = 10;

/** Hours for which the secret before a rotation signs too. Contract: Webhook subscription. */
export const SECRET_OVERLAP_HOURS = 24;

// --- which events ---------------------------------------------------------------------------------------------------

const resources = [...new Set(eventTypes.map((type) => type.split('.')[0] as string))];

/** All values of `events`: everything, all events of a resource, one event. */
const eventPatterns = ['*', ...resources.map((resource) => `${resource}.*`), ...eventTypes] as const;

/** Legacy names and the names that are stored for them. Deliveries never use them. */
const legacyEventNames: Readonly<Record<string, string>> = {
  'user.*': 'subscriber.*',
  'user.created': 'subscriber.created',
  'user.updated': 'subscriber.updated',
  'user.suspended': 'subscriber.suspended',
  'user.activated': 'subscriber.activated',
};

/** A name or a pattern of events. Legacy names become those that are stored. */
const eventName = z
  .enum([...eventPatterns, ...Object.keys(legacyEventNames)])
  .transform((name) => legacyEventNames[name] ?? name);

/** The first event of the catalogue that a name or pattern includes. */
export function firstMatch(pattern: string): EventType {
  return typesMatching(pattern)[0] ?? eventTypes[0];
}

// --- where and how --------------------------------------------------------------------------------------------------

const urlInput = text(1, 2048)
  .superRefine((value, ctx) => {
    if (value === '') return;
    if (!URL.canParse(value))
      return issue(ctx, 'INVALID_FORMAT', 'Enter an address such as https://example.com/hook.');
    const { protocol, username, password } = new URL(value);
    if (protocol !== 'https:' && protocol !== 'http:') issue(ctx, 'INVALID_VALUE', 'Enter an https address.');
    if (username || password)
      issue(ctx, 'INVALID_VALUE', 'Put credentials into headers, not into the address.');
  })
  .meta({
    format: 'uri',
    description: 'https; in the sandbox also http. It must not resolve to a private network.',
    examples: ['https://example.com/hooks/billing'],
  });

/** Headers of the connection or the body, which a partner cannot set. */
const REFUSED_HEADER =
  /^(content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

const headerInput = z.strictObject({
  name: text(1, 128).superRefine((value, ctx) => {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]*$/i.test(value))
      issue(ctx, 'INVALID_FORMAT', 'This is not a header name.');
    else if (REFUSED_HEADER.test(value)) issue(ctx, 'INVALID_VALUE', 'This header cannot be set.');
  }),
  value: anyText(1, 4096).superRefine((value, ctx) => {
    // A mask, as reads show it, keeps the stored value.
    if (!/^(••••)?[\t\x20-\x7e]*$/.test(value))
      issue(ctx, 'INVALID_FORMAT', 'Give printable ASCII characters.');
  }),
});

const description = text(1, 255).optional();
const events = z
  .array(eventName)
  .min(1)
  .max(100)
  .transform((names) => [...new Set(names)])
  .meta({
    description:
      'Names of events, `<resource>.*` for all events of a resource, or `*`. `user.*` names become `subscriber.*`.',
    examples: [['payment.received', 'subscription.*']],
  });
const headers = z
  .array(headerInput)
  .max(20)
  .default([])
  .meta({ description: 'Sent with each delivery. Headers that begin with X-Service- are dropped.' });

// --- the resource ---------------------------------------------------------------------------------------------------

export const webhookSnapshot = z
  .object({
    id: idOutput('webhook'),
    url: z.string(),
    events: z.array(z.string()),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    apiVersion: z.enum(apiVersions),
    description: z.string().nullable(),
    status: z.enum(webhookStatuses),
    secretLast4: z.string().meta({ description: 'The last four characters of the signing secret.' }),
    ...timestamps,
  })
  .meta({ id: 'Webhook' });
export type WebhookSnapshot = z.output<typeof webhookSnapshot>;

/** The answers of create and rotate, which show the secret once. */
export const webhookWithSecret = webhookSnapshot
  .extend({ secret: z.string().meta({ description: 'Signs the deliveries. Shown once.' }) })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

export const webhookCreate = z.strictObject({
  url: urlInput,
  events,
  headers,
  apiVersion: z
    .enum(apiVersions)
    .default(NEWEST_API_VERSION)
    .meta({ description: 'The pinned version of the envelope.' }),
  description,
});
export type WebhookCreate = z.output<typeof webhookCreate>;

/** Replaces all fields, except that an absent `apiVersion` or `status` stays as it is. */
export const webhookUpdate = z.strictObject({
  id: idInput('webhook'),
  url: urlInput,
  events,
  headers,
  apiVersion: z
    .enum(apiVersions)
    .optional()
    .meta({ description: 'Changes the version of the envelope; when absent, it stays.' }),
  description,
  status: z
    .enum(webhookStatuses)
    .optional()
    .meta({ description: 'ACTIVE also clears the failure count; when absent, it stays.' }),
});
export type WebhookUpdate = z.output<typeof webhookUpdate>;

/** Changes the given fields; null clears an optional one. */
export const webhookPatch = patchOf(webhookUpdate.shape);

export const webhookId = z.strictObject({ id: idInput('webhook') });

export const webhookTest = z.strictObject({
  id: idInput('webhook'),
  type: eventName
    .optional()
    .meta({ description: 'The event to send; when absent, the first event of its list.' }),
});

export const webhookReplay = z.strictObject({
  id: idInput('webhook'),
  since: instantInput.meta({
    description: 'Events that occurred at this instant or later are sent, delivered ones included.',
  }),
  until: instantInput.optional().meta({ description: 'Only events that occurred before this instant.' }),
  types: z
    .array(eventName)
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only events with these names or patterns, such as `payment.*`.' }),
  status: z.literal('FAILED').optional().meta({
    description: 'With FAILED, only events whose delivery to this webhook has failed.',
  }),
});

export const webhookReplayed = z
  .object({ queued: z.int().meta({ description: 'Number of events that were queued.' }) })
  .meta({ id: 'WebhookReplay' });

export const filters = {
  failing: z.boolean().optional().meta({
    description: 'Whether its deliveries have failed since the last success, or Demarc disabled it for that.',
  }),
};

export const webhookList = listInput([], filters);

export const webhookPage = listOutput(webhookSnapshot);
