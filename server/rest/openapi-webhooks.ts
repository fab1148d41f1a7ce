import { changeRejections } from '../contract/change-rejections.ts';
import { type EventObject, type EventType, eventEntry, eventTypes } from '../contract/event-catalogue.ts';
import { exampleEvent } from '../contract/examples/events.ts';
import { exactly, type ObjectSchema, ref, type Schema } from './openapi-schema.ts';

/** The schema of each event object. */
const snapshots: Record<EventObject, string> = {
  subscriber: 'Subscriber',
  subscription: 'Subscription',
  payment: 'Payment',
  billing_cycle: 'BillingCycle',
  plan: 'Plan',
  charge: 'Charge',
  refund: 'Refund',
  installation: 'Installation',
  network: 'NetworkSession',
};

const header = (name: string, description: string, schema: Schema, required = true): Schema => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const signature: Schema = { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' };

/** Headers of every delivery. */
const deliveryHeaders: Schema[] = [
  header(
    'X-Service-Signature',
    'HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body.',
    signature,
  ),
  header(
    'X-Service-Signature-Previous',
    'The signature by the previous secret, for 24 hours after a rotation.',
    signature,
    false,
  ),
  header('X-Service-Timestamp', 'Unix seconds at signing. Refuse a delivery older than 300 seconds.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  header('X-Service-Event-Type', 'Equal to type in the body.', { type: 'string' }),
  header('X-Service-Event-Id', 'Equal to id in the body, in every attempt.', { type: 'string' }),
  header('X-Service-Delivery-Id', 'The id of the attempt.', { type: 'string' }),
  header('X-Service-Delivery-Attempt', 'The number of the attempt, from 1.', {
    type: 'string',
    pattern: '^[0-9]+$',
  }),
  header('X-Service-Test', 'Present on test events.', { type: 'string', const: 'true' }, false),
];

/**
 * The deliveries to webhooks, as OpenAPI 3.1 describes outgoing calls.
 * @param schemas the schemas of the resources
 */
export function webhooksPart(schemas: Record<string, Schema>): Record<string, { post: Schema }> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: deliveryOf(type, schemas) }]));
}

/** The snapshot of an erased subscriber. */
const erased = ['id', 'deactivatedAt'];

const rejection: Schema = {
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      enum: Object.keys(changeRejections),
      description: 'Why the change was rejected.',
    },
    note: { type: 'string', description: 'The reason, for people.' },
  },
  required: ['reason'],
  description: 'Why the change was rejected.',
};

/** The schema of `data` for one event: `current`, and exactly the other fields that the event has. */
function dataOf(type: EventType, schemas: Record<string, Schema>): ObjectSchema {
  const { object, previous } = eventEntry(type);
  const snapshot = snapshots[object];
  const { properties } = schemas[snapshot] as ObjectSchema;
  const fields = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, properties[name] as Schema]));
  const example = exampleEvent(type).data;
  const names = Object.keys(properties);
  const data: Record<string, Schema> = {
    object: { const: object, description: 'The kind of the resource in `current`.' },
    current: type === 'subscriber.deleted' ? exactly(fields(erased)) : ref('schemas', snapshot),
  };
  if (previous === 'changed') {
    data.previous = { type: 'object', properties: fields(names), additionalProperties: false };
  } else if (previous !== 'absent') data.previous = exactly(fields(previous));
  if (example.changedFields) data.changedFields = { type: 'array', items: { type: 'string', enum: names } };
  if (example.rejection) data.rejection = rejection;
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(data).map(([name, schema]) => [name, { ...schema, ...about[name] }]),
    ),
    // The first version of the envelope has no changedFields.
    required: Object.keys(data).filter((name) => name !== 'changedFields'),
  };
}

const about: Record<string, Schema> = {
  current: { description: 'The whole resource as it was at `occurredAt`.' },
  previous: { description: 'The changed fields with their values before the change.' },
  changedFields: { description: 'The names of the changed fields. Absent in the version 2025-06-01.' },
};

function deliveryOf(type: EventType, schemas: Record<string, Schema>): Schema {
  const { when } = eventEntry(type);
  return {
    operationId: `on${type.split(/[._]/).map(capitalised).join('')}`,
    summary: `${type}: ${when.charAt(0).toLowerCase()}${when.slice(1)}`,
    description:
      `${when} Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its \`id\` is ` +
      'the key for deduplication.',
    tags: ['events'],
    security: [],
    parameters: deliveryHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              ref('schemas', 'Event'),
              {
                type: 'object',
                properties: {
                  type: { const: type, description: 'The type of this event.' },
                  data: { ...dataOf(type, schemas), description: 'What the event is about.' },
                },
              },
            ],
          },
          example: exampleEvent(type),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Only the status of the answer matters.' },
      410: { description: 'Refused for good: the webhook is disabled.' },
      default: { description: 'Failed, as is no answer within ten seconds. The delivery is retried later.' },
    },
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
