import { z } from 'zod';
import { disabledReasons, webhookStatuses } from './enums.ts';
import { apiVersions, type EventType, eventTypes, NEWEST_API_VERSION } from './event-catalogue.ts';
import { listInput, listOutput } from './paging.ts';
import {
  anyText,
  idInput,
  idOutput,
  instantInput,
  instantOutput,
  issue,
  text,
  timestamps,
} from './primitives.ts';

/** How many webhooks a provider may have. */
export const MAX_WEBHOOKS = 10;

/** How long the secret before a rotation signs as well, in hours. */
export const SECRET_OVERLAP_HOURS = 24;

// --- which events ---------------------------------------------------------------------------------------------------

const resources = [...new Set(eventTypes.map((type) => type.split('.')[0] as string))];

/** All that can be subscribed to: everything, everything about a resource, one event. */
export const eventPatterns = ['*', ...resources.map((resource) => `${resource}.*`), ...eventTypes] as const;

/** Names of before and what they are kept as. Deliveries never carry them. */
export const legacyEventNames: Readonly<Record<string, string>> = {
  'user.*': 'subscriber.*',
  'user.created': 'subscriber.created',
  'user.updated': 'subscriber.updated',
  'user.suspended': 'subscriber.suspended',
  'user.activated': 'subscriber.activated',
};

const eventName = z
  .enum([...eventPatterns, ...Object.keys(legacyEventNames)])
  .transform((name) => legacyEventNames[name] ?? name);

/** The first event of the catalogue that a name or pattern takes in. */
export function firstMatch(pattern: string): EventType {
  const prefix = pattern.replace(/\*$/, '');
  const isPattern = prefix !== pattern;
  return eventTypes.find((type) => (isPattern ? type.startsWith(prefix) : type === pattern)) ?? eventTypes[0];
}

// --- where and how --------------------------------------------------------------------------------------------------

const urlInput = text(1, 2048)
  .superRefine((value, ctx) => {
    if (value === '') return;
    if (!URL.canParse(value))
      return issue(ctx, 'INVALID_FORMAT', 'Give an address such as https://example.com/hook.');
    const { protocol, username, password } = new URL(value);
    if (protocol !== 'https:' && protocol !== 'http:') issue(ctx, 'INVALID_VALUE', 'Give an https address.');
    if (username || password)
      issue(ctx, 'INVALID_VALUE', 'Put credentials into headers, not into the address.');
  })
  .meta({
    format: 'uri',
    description: 'https; in sandbox also http. It must not lead into a private network.',
    examples: ['https://example.com/hooks/billing'],
  });

/** About one connection, or about the body: not for a partner to set. */
const REFUSED_HEADER =
  /^(content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

const headerInput = z.strictObject({
  name: text(1, 128).superRefine((value, ctx) => {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]*$/i.test(value))
      issue(ctx, 'INVALID_FORMAT', 'This is no name of a header.');
    else if (REFUSED_HEADER.test(value)) issue(ctx, 'INVALID_VALUE', 'This header cannot be set.');
  }),
  value: anyText(1, 4096).superRefine((value, ctx) => {
    if (!/^[\t\x20-\x7e]*$/.test(value)) issue(ctx, 'INVALID_FORMAT', 'Give printable ASCII characters.');
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
      'Names of events, `<resource>.*` for all about one, or `*`. Names under `user.` become `subscriber.`.',
    examples: [['payment.received', 'subscription.*']],
  });
const headers = z
  .array(headerInput)
  .max(20)
  .default([])
  .meta({ description: 'Sent with each delivery. Those that begin with X-Service- are dropped.' });

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
    secretLast4: z.string().meta({ description: 'The end of the signing secret, to tell it by.' }),
    ...timestamps,
  })
  .meta({ id: 'Webhook' });
export type WebhookSnapshot = z.output<typeof webhookSnapshot>;

/** What the answers of create and rotate show, once. */
export const webhookWithSecret = webhookSnapshot
  .extend({ secret: z.string().meta({ description: 'Signs the deliveries. Shown this once.' }) })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

export const webhookCreate = z.strictObject({
  url: urlInput,
  events,
  headers,
  apiVersion: z
    .enum(apiVersions)
    .default(NEWEST_API_VERSION)
    .meta({ description: 'The shape of the envelope it is pinned to.' }),
  description,
});
export type WebhookCreate = z.output<typeof webhookCreate>;

/** Replaces all of it, but for what is pinned or a state: an absent `apiVersion` or `status` stays as it is. */
export const webhookUpdate = z.strictObject({
  id: idInput('webhook'),
  url: urlInput,
  events,
  headers,
  apiVersion: z
    .enum(apiVersions)
    .optional()
    .meta({ description: 'Moves it to another shape of the envelope; absent, it stays pinned to its own.' }),
  description,
  status: z
    .enum(webhookStatuses)
    .optional()
    .meta({ description: 'ACTIVE also forgets past failures; absent, it stays as it is.' }),
});
export type WebhookUpdate = z.output<typeof webhookUpdate>;

export const webhookId = z.strictObject({ id: idInput('webhook') });

export const webhookTest = z.strictObject({
  id: idInput('webhook'),
  type: eventName.optional().meta({ description: 'The event to send; the first of its own where absent.' }),
});

export const webhookReplay = z.strictObject({
  id: idInput('webhook'),
  since: instantInput.meta({
    description: 'Events that occurred at this instant or later are sent, again or at last.',
  }),
});

export const webhookReplayed = z
  .object({ queued: z.int().meta({ description: 'Events on their way now.' }) })
  .meta({ id: 'WebhookReplay' });

export const webhookList = listInput([], {});
export const webhookPage = listOutput(webhookSnapshot);

/** What a replay would send. Portal only. */
export const webhookReplayable = z.object({
  /** How many events it wants since then. */
  events: z.int(),
});

/** What is sent again of what was given up. Portal only. */
export const webhookResent = z.object({ queued: z.int() });

/** How a webhook is doing, by its id. Portal only. */
export const webhookHealth = z.object({
  id: idOutput('webhook'),
  url: z.string(),
  description: z.string().nullable(),
  status: z.enum(webhookStatuses),
  failingSince: instantOutput.nullable(),
  /** When it will be disabled if nothing arrives until then. */
  disablesAt: instantOutput.nullable(),
  /** Warnings given about that: after half of the time, after nine tenths. */
  warnings: z.int(),
  disabledReason: z.enum(disabledReasons).nullable(),
  previousSecretUntil: instantOutput.nullable(),
  pending: z.int(),
  failed: z.int(),
  /** Of the last hundred attempts at most, and of the last thirty days. */
  recent: z.object({
    attempts: z.int(),
    succeeded: z.int(),
    /** The median time to an answer, in ms; null where none came. */
    latencyMs: z.int().nullable(),
    lastDeliveredAt: instantOutput.nullable(),
  }),
});
export type WebhookHealth = z.output<typeof webhookHealth>;

/** A webhook that somebody has to look at: one warned of, or one that we had to disable. Portal only. */
export const webhookTrouble = webhookHealth.pick({
  id: true,
  url: true,
  status: true,
  failingSince: true,
  disablesAt: true,
  warnings: true,
  disabledReason: true,
});
export type WebhookTrouble = z.output<typeof webhookTrouble>;
