import { type EventObject, type EventType, eventEntry, eventTypes } from '../contract/event-catalogue.ts';
import { exampleEvent } from '../contract/event-examples.ts';
import { ref, type Schema } from './openapi-schema.ts';

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

/** The deliveries to webhooks, as OpenAPI 3.1 describes outgoing calls. */
export function webhooksPart(): Record<string, { post: Schema }> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: deliveryOf(type) }]));
}

function deliveryOf(type: EventType): Schema {
  const { object, when } = eventEntry(type);
  // The snapshot of an erased subscriber has two fields only.
  const snapshot = type === 'subscriber.deleted' ? undefined : snapshots[object];
  const current = snapshot ? { current: ref('schemas', snapshot) } : {};
  return {
    operationId: `on${type.split(/[._]/).map(capitalised).join('')}`,
    summary: when,
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
                  type: { const: type },
                  data: { type: 'object', properties: { object: { const: object }, ...current } },
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
